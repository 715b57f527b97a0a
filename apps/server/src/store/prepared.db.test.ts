import { sql } from 'kysely';
import type pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/createTestDatabase.js';
import { DatabaseUnavailable } from '../domain/DatabaseUnavailable.js';
import { type Database, openDatabase } from './database.js';
import { prepared, preparedIfFew } from './prepared.js';

let testDatabase: TestDatabase;
let opened: Database[] = [];
beforeEach(async () => {
  testDatabase = await createTestDatabase();
});
afterEach(async () => {
  for (const database of opened.splice(0)) await database.destroy();
  await testDatabase.drop();
});

/** A database with one connection. */
function open(onConnect: (client: pg.PoolClient) => void = () => {}): Database {
  const { database, pool } = openDatabase({ connectionString: testDatabase.connectionString, max: 1 });
  pool.on('connect', onConnect);
  opened = [...opened, database];
  return database;
}

/** What the connection keeps. */
async function kept(database: Database): Promise<string[]> {
  const { rows } = await sql<{ statement: string }>`
    select statement from pg_prepared_statements order by prepare_time`.execute(database);
  return rows.map(({ statement }) => statement.replace(/\s+/g, ' ').trim());
}

const double = async (database: Database, value: number) =>
  (await sql<{ twice: number }>`select ${prepared} 2 * ${value}::int twice`.execute(database)).rows[0]?.twice;

test('a connection keeps what is marked, once, and nothing else', async () => {
  const database = open();
  await sql`create table suites (id bigint, name text)`.execute(database);
  expect([await double(database, 1), await double(database, 2)]).toEqual([2, 4]);
  await database.selectFrom('suites').select('name').where('id', '=', 1).modifyEnd(prepared).execute();
  await sql`select 1 + ${1}::int`.execute(database);
  expect(await kept(database)).toEqual([
    'select /* prepared */ 2 * $1::int twice',
    'select "name" from "suites" where "id" = $1 /* prepared */',
  ]);
});

test('a list is kept while it is short', async () => {
  const database = open();
  const count = async (rows: number[]) =>
    (
      await sql<{ count: number }>`
        select ${preparedIfFew(rows)} count(*)::int count from unnest(${rows}::int[])`.execute(database)
    ).rows[0]?.count;
  expect(await count(Array(11).fill(1))).toBe(11);
  expect(await kept(database)).toEqual([]);
  expect(await count(Array(10).fill(1))).toBe(10);
  expect(await kept(database)).toHaveLength(1);
});

test('of a statement that callers limit as they like, a few are kept', async () => {
  const database = open();
  for (let limit = 1; limit <= 10; limit++) {
    const { rows } = await sql`
      select ${prepared} n from generate_series(1, ${20}::int) n limit ${sql.lit(limit)}`.execute(database);
    expect(rows).toHaveLength(limit);
  }
  expect(await kept(database)).toHaveLength(4);
});

test('a statement whose columns a migration changed is asked again, as is a transaction', async () => {
  const database = open();
  const other = open();
  const read = (within: Database) =>
    sql`select ${prepared} * from grown where id = ${1}`.execute(within).then(({ rows }) => rows);
  await sql`create table grown (id int)`.execute(other);
  await sql`insert into grown values (1)`.execute(other);
  expect(await read(database)).toEqual([{ id: 1 }]);
  await sql`alter table grown add column name text default 'new'`.execute(other);
  expect(await read(database)).toEqual([{ id: 1, name: 'new' }]);

  const second = open();
  expect(await read(second)).toEqual([{ id: 1, name: 'new' }]);
  await sql`alter table grown drop column name`.execute(other);
  const attempt = () => second.transaction().execute((transaction) => read(transaction));
  await expect(attempt()).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(await attempt()).toEqual([{ id: 1 }]);
});

test('an error of the statement itself stays what it is', async () => {
  const database = open();
  const divide = (by: number) => sql`select ${prepared} 1 / ${by}::int`.execute(database);
  await expect(divide(0)).rejects.toMatchObject({ code: '22012' });
  await divide(1);
  expect(await kept(database)).toHaveLength(1);
});

test('nothing is kept behind a pooler, which tells another process than the one that answers', async () => {
  const database = open((client) => Object.assign(client, { processID: 1 }));
  expect(await double(database, 4)).toBe(8);
  expect(await kept(database)).toEqual([]);
});

test('statements that a pooler lost are asked without a name', async () => {
  const database = open();
  expect(await double(database, 1)).toBe(2);
  await sql`deallocate all`.execute(database);
  expect(await double(database, 2)).toBe(4);
  expect(await double(database, 3)).toBe(6);
  expect(await kept(database)).toEqual([]);
});
