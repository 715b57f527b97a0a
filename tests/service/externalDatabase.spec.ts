import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../apps/server/testing/createTestDatabase.js';
import { makeDataDir, removeDataDir, startServer, svcServer } from './startServer.js';

let dataDir: string;
let database: TestDatabase;
beforeAll(async () => {
  [dataDir, database] = await Promise.all([makeDataDir(), createTestDatabase()]);
});
afterAll(async () => {
  await database?.drop();
  await removeDataDir(dataDir);
});

test('a process that may not migrate says what is missing, and starts once `svc-server migrate` has run', async () => {
  const empty = await createTestDatabase();
  const env = { DATABASE_URL: empty.connectionString, SVC_MIGRATE: 'never', SVC_ROLES: 'api' };
  try {
    await expect(startServer(dataDir, env)).rejects.toThrow(
      /\nThe schema of the database is older than this version of svc: it lacks 0001_initial, .*svc-server migrate.*\n$/,
    );
    expect(await svcServer(['migrate'], { DATABASE_URL: empty.connectionString })).toMatch(
      /up to date: .* \d{4}_\w+\.$/,
    );
    expect(await (await startServer(dataDir, env)).stop()).toBe(0);
  } finally {
    await empty.drop();
  }
});

test('with DATABASE_URL the service runs no database of its own, and two of them share one', async () => {
  const env = { DATABASE_URL: database.connectionString };
  const [first, second] = await Promise.all([
    startServer(dataDir, env),
    startServer(dataDir, { ...env, SVC_BOOTSTRAP_PROJECT: 'acme/other' }),
  ]);
  try {
    expect(existsSync(join(dataDir, 'postgres'))).toBe(false);
    const apiKey = await svcServer(['keys', 'create', 'acme/web'], env);
    expect(apiKey).toMatch(/^svc_[\w-]{43}$/);
    for (const { url } of [first, second]) {
      const answer = await fetch(`${url}/api/v1/me`, { headers: { 'x-api-key': apiKey } });
      expect(await answer.json()).toEqual({
        kind: 'key',
        name: 'cli',
        project: 'acme/web',
        scopes: ['read', 'upload', 'review'],
      });
    }
  } finally {
    expect(await Promise.all([first.stop(), second.stop()])).toEqual([0, 0]);
  }
});
