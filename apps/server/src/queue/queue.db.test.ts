import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/createTestDatabase.js';
import { type Database, openDatabase } from '../store/database.js';
import { createExecutor } from './createExecutor.js';
import type { JobHandlers } from './jobs.js';
import { openQueue, type Queue } from './queue.js';

let testDatabase: TestDatabase;
let database: Database;
let queue: Queue;
const errors: Error[] = [];

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  ({ database } = openDatabase({ connectionString: testDatabase.connectionString }));
  queue = await openQueue(database, (error) => errors.push(error));
});
afterAll(async () => {
  await queue.stop();
  await database.destroy();
  await testDatabase.drop();
});

test('pg-boss gets the columns of its queries by their own names, in a transaction too', async () => {
  const columns = async (from: Database) => {
    const { rows } = await createExecutor(from).executeSql('select $1::text table_name', ['job']);
    return rows;
  };
  const asNamed = [Object.fromEntries([['table_name', 'job']])];
  expect(await columns(database)).toEqual(asNamed);
  expect(await database.transaction().execute(columns)).toEqual(asNamed);
});

const patience = { timeout: 25_000 };

test('a job is given up when its attempts are used up, be it that its worker died on the last', async () => {
  const enqueue = async (
    name: 'captureTargets' | 'computeDiff',
    data: { captureId: string; diffId: string },
  ) => {
    await queue.enqueue(database, name, data);
    // The last attempt.
    await sql`update pgboss.job set retry_limit = 0 where name = ${name}`.execute(database);
  };
  const data = { captureId: 'cap_1', diffId: 'dif_1' };
  await enqueue('captureTargets', data);
  await sql`
    update pgboss.job set state = 'active', started_on = now() - interval '1 minute',
      heartbeat_on = now() - interval '1 minute' where name = 'captureTargets'`.execute(database);
  await enqueue('computeDiff', data);

  const givenUp = new Map<string, unknown>();
  const handlers: JobHandlers = {
    unpackSite: async () => {},
    captureTargets: () => Promise.reject(new Error('nobody should try this again')),
    computeDiff: () => Promise.reject(new Error('no such image')),
    reconsiderCommit: async () => {},
  };
  await queue.work(handlers, async (name, { ...given }, error) => {
    expect(given).toEqual(data);
    givenUp.set(name, error);
  });
  await expect.poll(() => givenUp.size, patience).toBe(2);
  expect(givenUp.get('computeDiff')).toEqual(new Error('no such image'));
  expect(givenUp.get('captureTargets')).toEqual(
    new Error('the service ended while it worked on this, each time it tried'),
  );
  expect(errors).toEqual([]);
});
