import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/createTestDatabase.js';
import { DatabaseUnavailable } from '../domain/DatabaseUnavailable.js';
import { type Database, openDatabase } from './database.js';
import { prepared } from './prepared.js';
import { streamRows } from './streamRows.js';

let testDatabase: TestDatabase;
let database: Database;
beforeEach(async () => {
  testDatabase = await createTestDatabase();
  ({ database } = openDatabase({ connectionString: testDatabase.connectionString, max: 1 }));
});
afterEach(async () => {
  await database.destroy();
  await testDatabase.drop();
});

const count = (most: number) =>
  sql<{ countedNumber: number }>`
    select ${prepared} n counted_number from generate_series(1, ${most}::int) n`;

async function gather<Row>(parts: AsyncIterable<Row[]>): Promise<Row[][]> {
  const gathered: Row[][] = [];
  for await (const part of parts) gathered.push(part);
  return gathered;
}

const upTo = (most: number) => Array.from({ length: most }, (_, index) => ({ countedNumber: index + 1 }));

test('all rows come, in their order, in parts, with columns in camelCase', async () => {
  const parts = await gather(streamRows(database, count(20_000)));
  expect(parts.length).toBeGreaterThan(1);
  expect(parts.every(({ length }) => length > 0)).toBe(true);
  expect(parts.flat()).toEqual(upTo(20_000));
  expect(await gather(streamRows(database, count(0)))).toEqual([]);
});

test('who takes rows may ask for more on the way, though there is one connection', async () => {
  const sums: number[] = [];
  for await (const rows of streamRows(database, count(20_000))) {
    const { rows: answers } = await sql<{ sum: number }>`select ${rows.length}::int + 1 sum`.execute(
      database,
    );
    sums.push((answers[0]?.sum ?? 0) - 1);
  }
  expect(sums.reduce((total, one) => total + one, 0)).toBe(20_000);
});

test('who stops on the way leaves a connection that others can use', async () => {
  for await (const rows of streamRows(database, count(20_000))) {
    expect(rows.length).toBeGreaterThan(0);
    break;
  }
  expect((await count(2).execute(database)).rows).toEqual(upTo(2));
});

test('rows of a transaction come as that sees them', async () => {
  const found = await database.transaction().execute(async (transaction) => {
    await sql`create table inner_rows (row_name text)`.execute(transaction);
    await sql`insert into inner_rows values ('one'), ('two')`.execute(transaction);
    return gather(streamRows(transaction, sql`select row_name from inner_rows order by 1`));
  });
  expect(found.flat()).toEqual([{ rowName: 'one' }, { rowName: 'two' }]);
});

test('an error after some rows is told to who takes them', async () => {
  const divided = sql<{
    share: number;
  }>`select 100 / (5000 - n) share from generate_series(1, ${6000}::int) n`;
  const taken: number[] = [];
  const take = async () => {
    for await (const rows of streamRows(database, divided)) taken.push(rows.length);
  };
  await expect(take()).rejects.toThrow('division by zero');
  expect((await count(1).execute(database)).rows).toEqual(upTo(1));
});

test('a connection that is lost on the way is an unavailable database', async () => {
  const slow = sql`select n, pg_sleep(0.01) from generate_series(1, ${1000}::int) n`;
  const take = async () => {
    const other = openDatabase({ connectionString: testDatabase.connectionString, max: 1 });
    const rows = streamRows(database, slow);
    const first = rows.next();
    await sql`select pg_sleep(0.3)`.execute(other.database);
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where query like '%pg_sleep(0.01)%' and pid <> pg_backend_pid()`.execute(other.database);
    await other.database.destroy();
    await first;
    for await (const _ of rows);
  };
  await expect(take()).rejects.toThrow(DatabaseUnavailable);
  expect((await count(1).execute(database)).rows).toEqual(upTo(1));
});
