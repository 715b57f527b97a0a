import { SvcError } from '@svc/sdk';
import { expect, test } from 'vitest';
import { describeError } from './describeError.js';

test.each([
  ['FORBIDDEN', 403, 'No (used a key)'],
  ['QUOTA_EXCEEDED', 403, 'No'],
  ['VALIDATION_ERROR', 400, 'No'],
])('%s names the credential where it matters', (code, statusCode, message) => {
  const error = new SvcError({ code, statusCode, message: 'No' });
  expect(describeError(error, 'a key')).toEqual({ code, message });
});

test.each([
  [100_000, 'No (try again in 1667 minutes, or use a key of its own for parallel jobs)'],
  [1, 'No (try again later, or use a key of its own for parallel jobs)'],
  [undefined, 'No (try again later, or use a key of its own for parallel jobs)'],
])('says when to try again, if that is long from now: %s s', (retryAfter, message) => {
  const error = new SvcError({ code: 'RATE_LIMITED', statusCode: 429, retryAfter, message: 'No' });
  expect(describeError(error, null)).toEqual({ code: 'RATE_LIMITED', message });
});
