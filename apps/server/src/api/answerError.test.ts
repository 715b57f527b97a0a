import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { DatabaseUnavailable } from '../domain/DatabaseUnavailable.js';
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

test('a lost database is answered 503 DATABASE_UNAVAILABLE, and a disk fault behind it STORAGE_UNAVAILABLE', async () => {
  const app = Fastify();
  app.setErrorHandler(answerError);
  app.get('/lost', () => Promise.reject(new DatabaseUnavailable(new Error('connect ENOENT /secret/path'))));
  const full = Object.assign(new Error('No space left on device'), { code: '53100' });
  app.get('/full', () => Promise.reject(new DatabaseUnavailable(full)));
  const lost = await app.inject('/lost');
  expect([lost.statusCode, lost.json().error.code]).toEqual([503, 'DATABASE_UNAVAILABLE']);
  expect(lost.body).not.toContain('secret');
  expect(lost.headers['retry-after']).toBeUndefined();
  expect((await app.inject('/full')).json().error.code).toBe('STORAGE_UNAVAILABLE');
});
