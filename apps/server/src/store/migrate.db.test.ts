import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../testing/createTestDatabase.js';
import { type Database, openDatabase } from './database.js';
import { migrate, requireSchema } from './migrate.js';
import { OldSchema, SchemaInUse, UnknownSchema } from './schemaErrors.js';

let testDatabase: TestDatabase;
let database: Database;
let path: string;
let folder: URL;
beforeEach(async () => {
  testDatabase = await createTestDatabase();
  ({ database } = openDatabase({ connectionString: testDatabase.connectionString }));
  path = await mkdtemp(join(tmpdir(), 'svc-migrations-'));
  folder = pathToFileURL(`${path}/`);
});
afterEach(async () => {
  await rm(path, { recursive: true });
  await database.destroy();
  await testDatabase.drop();
});

const write = (name: string, text: string) => writeFile(join(path, name), text);

test('of several processes that migrate at once, exactly one applies', async () => {
  const replicas = [1, 2, 3].map(() => openDatabase({ connectionString: testDatabase.connectionString }));
  const applied = await Promise.all(replicas.map((replica) => migrate(replica.database)));
  await Promise.all(replicas.map((replica) => replica.database.destroy()));
  const names = applied.flat();
  expect(names).toContain('0001_initial');
  expect(new Set(names).size).toBe(names.length);
  expect(await migrate(database)).toEqual([]);
});

test('a new migration is applied to a database that has the earlier ones', async () => {
  await write('0001_one.sql', 'create table one ()');
  expect(await migrate(database, folder)).toEqual(['0001_one']);
  await write('0002_two.sql', 'create table two (); create table three ()');
  expect(await migrate(database, folder)).toEqual(['0002_two']);
  await sql`select from one, two, three`.execute(database);
});

test('a migration that fails leaves nothing behind and reports the error of PostgreSQL', async () => {
  await write('0001_broken.sql', 'create table one (); create table one ()');
  await expect(migrate(database, folder)).rejects.toThrow('relation "one" already exists');
  await expect(sql`select from one`.execute(database)).rejects.toThrow('does not exist');
});

test('a number that is missing or used twice is an error; one may be left out', async () => {
  await write('0001_one.sql', 'select');
  await write('0003_three.sql', 'select');
  expect(await migrate(database, folder)).toEqual(['0001_one', '0003_three']);
  await write('0004_four.sql', 'select');
  await write('0004_for.sql', 'select');
  await expect(migrate(database, folder)).rejects.toThrow(
    'two migrations have the number 0004: 0004_four.sql',
  );
  await rm(new URL('0004_for.sql', folder));
  await write('five.sql', 'select');
  await expect(migrate(database, folder)).rejects.toThrow('the migration five.sql has no number');
});

test('a version works on a newer schema, unless a migration says that it breaks earlier ones', async () => {
  await write('0001_one.sql', 'create table one ()');
  const floor = `create table schema_floor (migration text); insert into schema_floor values ('0002_floor')`;
  await write('0002_floor.sql', floor);
  await migrate(database, folder);
  const newer = [
    ['0003_expand', 'alter table one add column added text'],
    ['0004_contract', `drop table one; update schema_floor set migration = '0004_contract'`],
  ] as const;
  const apply = async ([name, text]: (typeof newer)[number]) => {
    await sql.raw(text).execute(database);
    await sql`insert into kysely_migration (name, timestamp) values (${name}, '2026-11-25')`.execute(
      database,
    );
  };
  await apply(newer[0]);
  expect(await migrate(database, folder)).toEqual([]);
  await requireSchema(database, folder);
  // It lacks a migration of its own, too.
  await write('0005_own.sql', 'select');
  await expect(requireSchema(database, folder)).rejects.toBeInstanceOf(UnknownSchema);
  await rm(new URL('0005_own.sql', folder));
  await apply(newer[1]);
  await expect(migrate(database, folder)).rejects.toBeInstanceOf(UnknownSchema);
  await expect(requireSchema(database, folder)).rejects.toBeInstanceOf(UnknownSchema);
});

test('a database of a newer or unreleased version is refused, with what to do', async () => {
  await migrate(database);
  await sql`update schema_floor set migration = '0002_expiry'`.execute(database);
  await sql`insert into kysely_migration (name, timestamp) values ('0002_expiry', '2026-11-21')`.execute(
    database,
  );
  const refused = migrate(database);
  await expect(refused).rejects.toBeInstanceOf(UnknownSchema);
  await expect(refused).rejects.toThrow(
    /it has 0002_expiry, and this version ends with \d{4}_.*empty database: another SVC_DATA_DIR/,
  );
});

test('a migration that waits too long for a table changes nothing, says why, and can be repeated', async () => {
  await write('0001_one.sql', 'create table one ()');
  await migrate(database, folder);
  await write('0002_two.sql', 'create table two (); alter table one add column id text');
  await database.transaction().execute(async (reader) => {
    await sql`select from one`.execute(reader);
    const refused = migrate(database, folder, 0.2);
    await expect(refused).rejects.toBeInstanceOf(SchemaInUse);
    await expect(refused).rejects.toThrow(/used a table .* for more than 0.2 s.*pg_stat_activity/);
  });
  await expect(sql`select from two`.execute(database)).rejects.toThrow('does not exist');
  expect(await migrate(database, folder, 0.2)).toEqual(['0002_two']);
});

test('a process that may not migrate refuses an older schema, a newer one and none, and changes nothing', async () => {
  await write('0001_one.sql', 'create table one ()');
  await expect(requireSchema(database, folder)).rejects.toThrow(/lacks 0001_one\. Run `svc-server migrate`/);
  await expect(sql`select from one`.execute(database)).rejects.toThrow('does not exist');
  await migrate(database, folder);
  await requireSchema(database, folder);
  await write('0002_two.sql', 'create table two ()');
  await expect(requireSchema(database, folder)).rejects.toBeInstanceOf(OldSchema);
  await migrate(database, folder);
  await rm(new URL('0002_two.sql', folder));
  await expect(requireSchema(database, folder)).rejects.toThrow(
    /it has 0002_two, and this version ends with 0001_one/,
  );
});
