import { expect, test } from 'vitest';
import { checkDriverOptions } from './checkDriverOptions.js';
import type { DriverOptions } from './DriverOptions.js';

const check = (options: unknown) => () =>
  checkDriverOptions('snapshot', "snapshot(page, 'Home', { suite: 'e2e' })", options as DriverOptions);

test.each([
  [undefined, "snapshot: options are missing: snapshot(page, 'Home', { suite: 'e2e' })"],
  [{}, 'suite is missing'],
  [{ suite: 'a', viewport: {} }, 'unknown option "viewport"; the options are suite,'],
  [{ suite: 'a', viewports: [] }, 'viewports must be a list'],
  [{ suite: 'a', viewports: [{ width: 0, height: 9 }] }, 'viewports must be a list'],
  [{ suite: 'a', modes: {} }, 'modes must be an object'],
  [{ suite: 'a', mask: '.clock' }, 'mask must be a list of selectors'],
  [{ suite: 'a', element: '' }, 'element must be a text'],
  [{ suite: 'a', delay: -1 }, 'delay must be a number'],
  [{ suite: 'a', stabilise: { motion: 1 } }, 'stabilise must have true or false for "motion"'],
  [{ suite: 'a', attach: 'all' }, 'unknown option "attach"'],
])('%j: %s', (options, message) => {
  expect(check(options)).toThrow(message);
});

test('every option has a value that is accepted', () => {
  expect(
    check({
      suite: 'a',
      mode: 'assert',
      onUploadError: 'warn',
      browser: 'phone',
      testId: 'a test',
      threshold: 0.1,
      antiAliasing: true,
      tags: ['a'],
      viewports: [{ width: 375, height: 667 }],
      modes: { dark: { colorScheme: 'dark' } },
      element: 'main',
      fullPage: true,
      mask: ['.clock'],
      ignoreSelectors: ['.ad'],
      delay: 0,
      stabilise: false,
    }),
  ).not.toThrow();
});
