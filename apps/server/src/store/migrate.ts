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

/** Each `0001_subject.sql` of the folder; their numbers have no gaps. */
async function readMigrations(folder: URL): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const migrations = files.map(async (file, index) => {
    const number = String(index + 1).padStart(4, '0');
    if (!file.startsWith(`${number}_`)) throw new Error(`migration ${number} is missing: found ${file}`);
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
