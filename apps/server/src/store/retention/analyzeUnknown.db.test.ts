import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMigratedDatabase, type MigratedDatabase } from '../../../testing/createMigratedDatabase.js';
import { ensureProject } from '../projects/projects.js';
import { analyzeUnknown } from './analyzeUnknown.js';

let testDatabase: MigratedDatabase;
beforeAll(async () => {
  testDatabase = await createMigratedDatabase();
});
afterAll(() => testDatabase?.drop());

test('tables with rows get statistics once', async () => {
  const { database } = testDatabase;
  const read = async () => {
    const { rows } = await sql<{ name: string; rows: number }>`
      select relname name, reltuples::int rows from pg_class
      where relname in ('images', 'traces') order by relname`.execute(database);
    return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]));
  };
  const addImages = async (from: number, until: number) => {
    const { id } = await ensureProject(database, 'acme/web');
    await sql`
      insert into images (project_id, hash, pixel_hash, width, height, bytes)
      select ${id}, hash, hash, 1, 1, 1
      from generate_series(${from}::int, ${until}::int) number, sha256(number::text::bytea) hash`.execute(
      database,
    );
  };
  await sql`alter table images set (autovacuum_enabled = off)`.execute(database);
  await addImages(1, 300);
  expect(await read()).toEqual({ images: -1, traces: -1 });
  await analyzeUnknown(database);
  expect(await read()).toEqual({ images: 300, traces: -1 });
  await addImages(301, 400);
  await analyzeUnknown(database);
  expect(await read()).toMatchObject({ images: 300 });
});
