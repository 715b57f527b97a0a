import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { DatabaseUnavailable } from '../domain/DatabaseUnavailable.js';
import type { Database } from './database.js';
import { UnknownSchema } from './UnknownSchema.js';

const ownFolder = new URL('../../migrations/', import.meta.url);

/**
 * Brings the schema to its newest version. Several processes may call it at once: one of them applies.
 * @returns the names of the migrations that this call applied
 * @throws {UnknownSchema} when a newer version, or an unreleased one, migrated the database
 */
export async function migrate(database: Database, folder = ownFolder): Promise<string[]> {
  const migrations = await readMigrations(folder);
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) {
    if (error instanceof DatabaseUnavailable) throw error;
    const unknown = (await listApplied(database)).filter((name) => !(name in migrations));
    throw unknown.length > 0 ? new UnknownSchema(unknown) : error;
  }
  return (results ?? []).map((result) => result.migrationName);
}

/** Each `0001_subject.sql` of the folder, of which each has a number of its own. */
async function readMigrations(folder: URL): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const numbers = files.map((file) => /^\d{4}(?=_)/.exec(file)?.[0]);
  const migrations = files.map(async (file, index) => {
    const number = numbers[index];
    if (number === undefined) throw new Error(`the migration ${file} has no number`);
    if (numbers.indexOf(number) !== index)
      throw new Error(`two migrations have the number ${number}: ${file}`);
    const text = await readFile(new URL(file, folder), 'utf8');
    const migration: Migration = { up: async (database) => void (await sql.raw(text).execute(database)) };
    return [file.slice(0, -'.sql'.length), migration] as const;
  });
  return Object.fromEntries(await Promise.all(migrations));
}

async function listApplied(database: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
    database,
  );
  return rows.map((row) => row.name);
}
