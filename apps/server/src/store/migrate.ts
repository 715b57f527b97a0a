import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { DatabaseUnavailable } from '../domain/DatabaseUnavailable.js';
import type { Database } from './database.js';
import { OldSchema, SchemaInUse, UnknownSchema } from './schemaErrors.js';

const ownFolder = new URL('../../migrations/', import.meta.url);

/** Seconds that a migration waits for a table that others use. All later requests for that table wait as long. */
const lockPatience = 30;

/**
 * Brings the schema to its newest version. Several processes may call it at once: one of them applies.
 * @param patience seconds to wait for a table that others use
 * @returns the names of the migrations that this call applied; none where a newer version migrated, and this one works with that
 * @throws {UnknownSchema} when this version does not work with what a newer one, or an unreleased one, made
 * @throws {SchemaInUse} when others used a table for longer than that; nothing was changed
 */
export async function migrate(
  database: Database,
  folder = ownFolder,
  patience = lockPatience,
): Promise<string[]> {
  const migrations = await readMigrations(folder, patience);
  if (await isAheadAndKnownEnough(database, Object.keys(migrations))) return [];
  return apply(database, migrations, patience);
}

/**
 * Makes the schema that an earlier version had, in an empty database.
 * @param names of its migrations
 * @throws {UnknownSchema} when this version does not have all of them
 */
export async function makeSchema(
  database: Database,
  names: readonly string[],
  folder = ownFolder,
): Promise<void> {
  const migrations = await readMigrations(folder, lockPatience);
  const unknown = names.filter((name) => !(name in migrations));
  if (unknown.length > 0) throw new UnknownSchema(unknown, lastOf(migrations));
  const wanted = Object.entries(migrations).filter(([name]) => names.includes(name));
  await apply(database, Object.fromEntries(wanted), lockPatience);
}

async function apply(
  database: Database,
  migrations: Record<string, Migration>,
  patience: number,
): Promise<string[]> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    const unknown = (await listMigrations(database)).filter((name) => !(name in migrations));
    if (unknown.length > 0) throw new UnknownSchema(unknown, lastOf(migrations));
    throw isLockTimeout(error) ? new SchemaInUse(patience) : error;
  }
  return (results ?? []).map((result) => result.migrationName);
}

/**
 * Makes sure that this version works with the schema, without changing it.
 * @throws {UnknownSchema} when it does not work with what a newer version, or an unreleased one, made
 * @throws {OldSchema} when migrations of this version are missing
 */
export async function requireSchema(database: Database, folder = ownFolder): Promise<void> {
  const migrations = await readMigrations(folder, lockPatience);
  if (await isAheadAndKnownEnough(database, Object.keys(migrations))) return;
  const applied = (await isMade(database, 'kysely_migration')) ? await listMigrations(database) : [];
  const unknown = applied.filter((name) => !(name in migrations));
  if (unknown.length > 0) throw new UnknownSchema(unknown, lastOf(migrations));
  const missing = Object.keys(migrations).filter((name) => !applied.includes(name));
  if (missing.length > 0) throw new OldSchema(missing);
}

/**
 * Whether a newer version migrated the database, and none of its migrations keeps this version from working with it: they say
 * so in `schema_floor`.
 */
async function isAheadAndKnownEnough(database: Database, own: readonly string[]): Promise<boolean> {
  if (!(await isMade(database, 'schema_floor'))) return false;
  const applied = await listMigrations(database);
  const isAhead = applied.some((name) => !own.includes(name));
  if (!isAhead || !own.every((name) => applied.includes(name))) return false;
  const { rows } = await sql<{ migration: string }>`select migration from schema_floor`.execute(database);
  return rows.every(({ migration }) => own.includes(migration));
}

async function isMade(database: Database, table: string): Promise<boolean> {
  const { rows } = await sql<{ isMade: boolean }>`
    select to_regclass(${table}) is not null is_made`.execute(database);
  return rows[0]?.isMade === true;
}

const lastOf = (migrations: Record<string, Migration>): string => Object.keys(migrations).at(-1) ?? 'none';

/** `lock_not_available`. */
const isLockTimeout = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '55P03';

/** Each `0001_subject.sql` of the folder, of which each has a number of its own. */
async function readMigrations(folder: URL, patience: number): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const numbers = files.map((file) => /^\d{4}(?=_)/.exec(file)?.[0]);
  const migrations = files.map(async (file, index) => {
    const number = numbers[index];
    if (number === undefined) throw new Error(`the migration ${file} has no number`);
    if (numbers.indexOf(number) !== index)
      throw new Error(`two migrations have the number ${number}: ${file}`);
    const text = await readFile(new URL(file, folder), 'utf8');
    const migration: Migration = {
      up: async (database) => {
        await sql`set local lock_timeout = ${sql.lit(`${1_000 * patience}ms`)}`.execute(database);
        await sql.raw(text).execute(database);
      },
    };
    return [file.slice(0, -'.sql'.length), migration] as const;
  });
  return Object.fromEntries(await Promise.all(migrations));
}

/** The name of the last migration of a migrated database. */
export const findLastMigration = async (database: Database): Promise<string> =>
  (await listMigrations(database)).at(-1) ?? 'none';

/** The names of the migrations that a migrated database has, in order. */
export async function listMigrations(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database,
  );
  return rows.map((row) => row.name);
}
