// biome-ignore-all lint/style/useNamingConvention: columns as PostgreSQL names them
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/createTestDatabase.js';
import { createExecutor } from '../queue/createExecutor.js';
import { type Database, openDatabase } from './database.js';

let testDatabase: TestDatabase;
let database: Database;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
  ({ database } = openDatabase({ connectionString: testDatabase.connectionString }));
});
afterAll(async () => {
  await database?.destroy();
  await testDatabase?.drop();
});

const text = `select 1 first_number, '{"inner_key": 1}'::jsonb some_json, 'x' "ownName"`;

test('columns are in camelCase, and the keys of a JSON value as they were written', async () => {
  const { rows } = await sql.raw(text).execute(database);
  expect(rows).toEqual([{ firstNumber: 1, someJson: { inner_key: 1 }, ownName: 'x' }]);
});

test('the queue reads the names of its columns as they are, also in a transaction', async () => {
  const asTheyAre = [{ first_number: 1, some_json: { inner_key: 1 }, ownName: 'x' }];
  expect(await createExecutor(database).executeSql(text)).toEqual({ rows: asTheyAre });
  expect(await createExecutor(database).executeSql(`${text} where $1::int > 0`, [1])).toEqual({
    rows: asTheyAre,
  });
  await database.transaction().execute(async (transaction) => {
    expect(await createExecutor(transaction).executeSql(text)).toEqual({ rows: asTheyAre });
  });
});

test('an error shows who asked', async () => {
  const whoAsked = () => sql`select * from what_is_not_there`.execute(database);
  const error = await whoAsked().catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: '42P01' });
  expect((error as Error).stack).toContain('askInCamelCase');
});
