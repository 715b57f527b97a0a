import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { StorageUnavailable } from '../domain/StorageUnavailable.js';
import { answerError } from './answerError.js';

test.each([
  Object.assign(new Error('could not extend file: No space left on device'), { code: '53100' }),
  Object.assign(new Error('write ENOSPC'), { code: 'ENOSPC' }),
  new StorageUnavailable('The disk that holds the images is full. Free some space, then try again.'),
])('%s is answered 503 STORAGE_UNAVAILABLE', async (error) => {
  const app = Fastify();
  app.setErrorHandler(answerError);
  app.get('/', () => Promise.reject(error));
  const response = await app.inject('/');
  expect([response.statusCode, response.json().error.code]).toEqual([503, 'STORAGE_UNAVAILABLE']);
  expect(response.json().error.message).not.toContain('ENOSPC');
});
