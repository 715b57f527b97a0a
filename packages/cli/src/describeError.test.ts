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
