import type { Locator } from '@playwright/test';
import { expect, test } from 'vitest';
import { checkMatchOptions, checkOptions, type SvcMatchOptions, type SvcOptions } from './options.js';

test.each([
  [undefined, 'options are missing'],
  [{}, 'suite is missing'],
  [{ suite: ' ' }, 'suite must be a name'],
  [{ suite: 'a', mode: 'check' }, 'mode must be "assert" or "report"'],
  [{ suite: 'a', threshold: 2 }, 'threshold must be a number from 0 to 1'],
  [{ suite: 'a', tags: 'x' }, 'tags must be a list of words'],
  [{ suite: 'a', stabilise: { motion: 1 } }, 'stabilise must have true or false for "motion"'],
  [{ suit: 'a' }, 'unknown option "suit"'],
])('%j: %s', (options, message) => {
  expect(() => checkOptions(options as unknown as SvcOptions)).toThrow(message);
});

test('what may be, may be', () => {
  expect(() =>
    checkOptions({
      suite: 'a',
      mode: 'assert',
      onUploadError: 'warn',
      attach: 'all',
      threshold: 0,
      tags: [],
    }),
  ).not.toThrow();
});

test.each([
  [{ fullpage: true }, 'toMatchSvc: unknown option "fullpage"; the options are suite,'],
  [{ mask: '.clock' }, 'mask must be a list of selectors and locators'],
  [{ mask: [''] }, 'mask must be a list of selectors and locators'],
  [{ viewports: [] }, 'viewports must be a list'],
  [{ stabilise: 1 }, 'stabilise must be true, false, or steps'],
])('toMatchSvc with %j: %s', (options, message) => {
  expect(() => checkMatchOptions(options as unknown as SvcMatchOptions)).toThrow(message);
});

test('toMatchSvc takes locators for masks, and needs no suite', () => {
  const locator = { click() {} } as unknown as Locator;
  expect(() => checkMatchOptions({ mask: ['.clock', locator], delay: 0 })).not.toThrow();
});
