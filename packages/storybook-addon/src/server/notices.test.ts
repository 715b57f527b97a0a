import type { Build } from '@svc/schema';
import { SvcError } from '@svc/sdk';
import { expect, test } from 'vitest';
import { checkAddonOptions } from '../checkAddonOptions.js';
import { describeFailure } from './notices.js';
import { noticesOf } from './readBuild.js';

const apiUrl = 'https://svc.example.com';

test.each([
  ['NETWORK_ERROR', /^The service at https:\/\/svc\.example\.com does not answer: /, undefined],
  ['UNAUTHORIZED', /refuses the key or the login/, 'npx --no svc login'],
  ['SUITE_NOT_FOUND', /^There is no suite "stories" yet/, /stories-a storybook-static --suite "stories"/],
  ['INTERNAL', /^it went wrong$/, undefined],
])('describeFailure: %s is explained', (code, text, command) => {
  const notice = describeFailure(
    new SvcError({ code, message: 'it went wrong', statusCode: 0 }),
    apiUrl,
    'stories',
  );
  expect(notice.text).toMatch(text);
  if (command === undefined) expect(notice.command).toBeUndefined();
  else expect(notice.command).toMatch(command);
});

const build = (given: object) =>
  ({ status: 'completed', commit: 'a'.repeat(40), diff: { status: 'completed' }, ...given }) as Build;
const texts = (given: object, head: string | null = 'a'.repeat(40)) =>
  noticesOf(build(given), head).map(({ text }) => text);

test('noticesOf: says what a build lacks', () => {
  expect(texts({})).toEqual([]);
  expect(texts({ status: 'failed' })).toEqual(['The newest build failed: nothing was captured.']);
  expect(texts({ status: 'capturing', diff: null })).toEqual(['The newest build is still being captured.']);
  expect(texts({ diff: null })).toEqual(['The newest build was not compared with baselines.']);
  expect(texts({ diff: { status: 'processing' } })).toEqual(['The newest build is still being compared.']);
  expect(texts({ diff: { status: 'failed', error: 'out of space' } })).toEqual([
    'The comparison failed: out of space',
  ]);
});

test('noticesOf: says that another commit is checked out', () => {
  expect(texts({}, null)).toEqual([]);
  expect(texts({}, 'b'.repeat(40))).toEqual([
    'This build is of aaaaaaa, but bbbbbbb is checked out. Run a story here to see how it looks now.',
  ]);
});

test.each([
  [{}, /suite is missing: addons: \[\{ name: '@svc\/storybook-addon'/],
  [{ suite: 'a', suit: 'b' }, /unknown option "suit"; the options are suite, browser,/],
  [{ suite: 'a', launchOptions: [] }, /launchOptions must be an object/],
  [{ suite: 'a', threshold: 2 }, /threshold must be a number from 0 to 1/],
])('checkAddonOptions: %j is refused', (options, message) => {
  expect(() => checkAddonOptions(options)).toThrow(message);
});
