import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../../testing/createMigratedDatabase.js';
import { ensureFirstKey } from './ensureFirstKey.js';

let testDatabase: MigratedDatabase;
beforeAll(async () => {
  testDatabase = await createMigratedDatabase();
});
afterAll(() => testDatabase?.drop());

test('processes that start at once make one key', async () => {
  const { database } = testDatabase;
  const keys = await Promise.all([1, 2, 3, 4].map(() => ensureFirstKey({ database }, 'acme/web')));
  expect(keys.filter((key) => key !== null)).toEqual([expect.stringMatching(/^svc_/)]);
  expect(await ensureFirstKey({ database }, 'acme/web')).toBe(null);
});
