import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../../testing/createMigratedDatabase.js';
import { type Database, openDatabase } from '../database.js';
import { prepared, preparedByKeys } from '../prepared.js';
import { readByIds } from '../readByIds.js';

let testDatabase: MigratedDatabase;
let database: Database;
beforeEach(async () => {
  testDatabase = await createMigratedDatabase({ max: 1 });
  database = testDatabase.database;
});
afterEach(async () => {
  await testDatabase.drop();
});

const settings = sql`current_setting('plan_cache_mode') || ' ' || current_setting('enable_seqscan') told`;

/** How a statement is planned. */
async function planningOf(within: Database, mark = sql.raw('')): Promise<string> {
  const { rows } = await sql<{ told: string }>`select ${mark} ${settings} where ${1} > 0`.execute(within);
  return rows[0]?.told ?? '';
}
const usually = (within = database) => planningOf(within);
const forAny = (within = database) => planningOf(within, prepared);
const byKeys = (within = database) => planningOf(within, preparedByKeys);

test('what a connection keeps is planned once, for any parameters', async () => {
  for (let round = 0; round < 3; round++) {
    expect(await forAny()).toBe('force_generic_plan off');
    expect(await usually()).toBe('auto on');
  }
  const { rows } = await sql`select generic_plans, custom_plans from pg_prepared_statements`.execute(
    database,
  );
  expect(rows).toEqual([{ genericPlans: 3, customPlans: 0 }]);
});

test('what looks up rows by keys reads no whole table, and what comes after it may', async () => {
  expect(await byKeys()).toBe('force_generic_plan off');
  expect(await usually()).toBe('auto on');
  expect(await byKeys()).toBe('force_generic_plan off');
  expect(await byKeys()).toBe('force_generic_plan off');
});

test('a transaction that is taken back takes back what the connection was told in it', async () => {
  for (const around of [usually, forAny, byKeys]) {
    const before = await around();
    for (const within of [usually, forAny, byKeys]) {
      const undone = database.transaction().execute(async (transaction) => {
        await within(transaction);
        throw new Error('given up');
      });
      await expect(undone).rejects.toThrow('given up');
      expect(await around()).toBe(before);
    }
  }
});

test('so does one that fails, and one up to a savepoint', async () => {
  const failed = database.transaction().execute(async (transaction) => {
    await byKeys(transaction);
    await sql`select 1 / ${0}::int`.execute(transaction);
  });
  await expect(failed).rejects.toMatchObject({ code: '22012' });
  expect(await usually()).toBe('auto on');

  const transaction = await database.startTransaction().execute();
  expect(await forAny(transaction)).toBe('force_generic_plan off');
  const savepoint = await transaction.savepoint('before').execute();
  expect(await usually(savepoint)).toBe('auto on');
  await savepoint.rollbackToSavepoint('before').execute();
  expect(await usually(transaction)).toBe('auto on');
  await transaction.rollback().execute();
  expect(await forAny()).toBe('force_generic_plan off');
});

test('a transaction that reads by ids goes on to, whatever is planned for any parameters meanwhile', async () => {
  await forAny();
  await database.transaction().execute(async (transaction) => {
    await readByIds(transaction);
    expect(await usually(transaction)).toBe('auto off');
    expect(await forAny(transaction)).toBe('force_generic_plan off');
    expect(await usually(transaction)).toBe('auto off');
  });
  expect(await usually()).toBe('auto on');
});

test('what is behind a pooler is told nothing: another client may be given the session', async () => {
  const { connectionString } = testDatabase;
  const { database: pooled, pool } = openDatabase({ connectionString, max: 1 });
  pool.on('connect', (client) => Object.assign(client, { processID: 1 }));
  try {
    for (const plan of [forAny, byKeys, usually]) expect(await plan(pooled)).toBe('auto on');
  } finally {
    await pooled.destroy();
  }
});
