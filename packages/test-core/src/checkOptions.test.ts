import { expect, test } from 'vitest';
import { checkOptions } from './checkOptions.js';

test.each([
  [null, "plugin: options are missing: plugin({ suite: 'a' })"],
  [{}, "plugin: suite is missing: plugin({ suite: 'a' })"],
  [{ suite: 'a', onUploadError: 'ignore' }, 'plugin: onUploadError must be "fail" or "warn"'],
  [{ suite: 'a', antiAliasing: 1 }, 'plugin: antiAliasing must be true or false'],
  [{ suite: 'a', toString: 1 }, 'plugin: unknown option "toString"; the options are suite, mode'],
])('%j: %s', (options, message) => {
  expect(() => checkOptions('plugin', "plugin({ suite: 'a' })", options as object)).toThrow(message);
});
