import { readdir, readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Database } from './database.js';

const folder = new URL('../../migrations/', import.meta.url);

/**
 * Brings the schema to its newest version. Several processes may call it at once: one of them applies.
 * @returns the names of the migrations that this call applied
 */
export async function migrate(database: Database): Promise<string[]> {
  const migrator = new Migrator({
    db: database,
    provider: { getMigrations: readMigrations },
    // Migrations of parts that grow side by side have number ranges of their own.
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map((result) => result.migrationName);
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const migrations = files.map(async (file) => {
    const text = await readFile(new URL(file, folder), 'utf8');
    const migration: Migration = { up: async (database) => void (await sql.raw(text).execute(database)) };
    return [file.slice(0, -'.sql'.length), migration] as const;
  });
  return Object.fromEntries(await Promise.all(migrations));
}
