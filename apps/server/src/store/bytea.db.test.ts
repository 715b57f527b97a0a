import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../testing/createMigratedDatabase.js';
import { bytea, byteas, bytesOf } from './bytea.js';

let testDatabase: MigratedDatabase;
beforeAll(async () => {
  testDatabase = await createMigratedDatabase();
});
afterAll(() => testDatabase.drop());

const one = '0123456789abcdef'.repeat(4);
const other = 'f'.repeat(64);

test('hashes are columns of their domain, or bytes', async () => {
  const { rows } = await sql<{ place: string; type: string }>`
    select table_name || '.' || column_name place, coalesce(domain_name, data_type) type
    from information_schema.columns
    where table_schema = 'public' and column_name ~ '(hash|pixels|layout)$'
    order by place`.execute(testDatabase.database);
  expect(rows.length).toBeGreaterThan(30);
  expect(rows.filter(({ type }) => type !== 'hash256' && type !== 'bytea')).toEqual([]);
});

test('a new row refuses digits in place of bytes', async () => {
  const { database } = testDatabase;
  await expect(sql`insert into blob_removals (hash) values ('aa')`.execute(database)).rejects.toThrow(
    /hash256/,
  );
  await expect(
    sql.raw(`insert into blob_removals (hash) values ('${one}')`).execute(database),
  ).rejects.toThrow(/hash256/);
});

test('a query that sends digits fails in tests', async () => {
  const { database } = testDatabase;
  const send = (value: unknown) => sql`select ${value}::text`.execute(database);
  await expect(async () => send(one)).rejects.toThrow('is a hash, and no bytea');
  await expect(async () => sql`select ${[null, one]}::text[]`.execute(database)).rejects.toThrow(
    'is a hash, and no bytea',
  );
  await send(one.slice(1));
});

test.each(['hex', 'escape'])('what was written is read, from a server that sends %s', async (output) => {
  const client = new pg.Client({ connectionString: testDatabase.connectionString });
  await client.connect();
  try {
    await client.query(`set bytea_output = ${output}`);
    const { rows } = await client.query(
      'select $1::bytea as one, $2::bytea as nothing, $1::bytea = any($3::bytea[]) as among, octet_length($1) as length',
      [bytea(one), bytea(null), [one, other].map((digits) => bytea(digits))],
    );
    expect(rows).toEqual([{ one, nothing: null, among: true, length: 32 }]);
  } finally {
    await client.end();
  }
  const { rows } = await sql<{ hash: string; place: number }>`
    select hash, place::int from unnest(${byteas([other, one])}) with ordinality list (hash, place)`.execute(
    testDatabase.database,
  );
  expect(rows).toEqual([
    { hash: other, place: 1 },
    { hash: one, place: 2 },
  ]);
  expect(bytesOf(one).toString('hex')).toBe(one);
});
