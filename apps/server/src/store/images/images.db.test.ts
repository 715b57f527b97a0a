import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createMigratedDatabase } from '../../../testing/createMigratedDatabase.js';
import { analyze, type Database } from '../database.js';
import { listKnownImages } from './images.js';

const hashOf = (image: number): string => createHash('sha256').update(String(image)).digest('hex');

/** Rows of images that a database has read so far, by its only connection. */
async function readImages(database: Database): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(database);
  await sql`select pg_stat_clear_snapshot()`.execute(database);
  const { rows } = await sql<{ images: number }>`
    select seq_tup_read + idx_tup_fetch images from pg_stat_user_tables where relname = 'images'`.execute(
    database,
  );
  return rows[0]?.images ?? expect.fail('no statistics of images');
}

test('known images are found by their hashes alone, however many the project has had', async () => {
  const { database, drop } = await createMigratedDatabase({ max: 1 });
  try {
    await sql`insert into organisations (name) values ('acme')`.execute(database);
    await sql`insert into projects (id, org, name) values ('prj_1', 'acme', 'one')`.execute(database);
    const kept = 60_000;
    await sql`
      insert into images (project_id, hash, pixel_hash, width, height, bytes)
      select 'prj_1', sha256(n::text::bytea), sha256('pixels'), 1, 1, 1 from generate_series(1, ${kept}::int) n`.execute(
      database,
    );
    await sql`
      insert into image_sources (project_id, source_hash, hash)
      values ('prj_1', ${Buffer.from(hashOf(kept + 12), 'hex')}, ${Buffer.from(hashOf(7), 'hex')})`.execute(
      database,
    );
    await analyze(database);

    // Each twelfth of all, and some beyond.
    const asked = Array.from({ length: 5_001 }, (_, index) => hashOf(12 * (index + 1)));
    const before = await readImages(database);
    const known = await listKnownImages(database, 'prj_1', asked);
    expect((await readImages(database)) - before).toBeLessThanOrEqual(asked.length);

    expect(known.map(({ askedHash }) => askedHash).toSorted()).toEqual(asked.toSorted());
    const stored = known.filter(({ askedHash, hash }) => askedHash !== hash);
    expect(stored.map(({ hash }) => hash)).toEqual([hashOf(7)]);
    expect(await listKnownImages(database, 'prj_2', asked)).toEqual([]);
  } finally {
    await drop();
  }
});
