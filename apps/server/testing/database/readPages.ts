import { sql } from 'kysely';
import type { Database } from '../../src/store/database.js';

/** Pages that a database has read so far, by its only connection. */
export async function readPages(database: Database): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(database);
  await sql`select pg_stat_clear_snapshot()`.execute(database);
  const { rows } = await sql<{ pages: number }>`
    select (blks_hit + blks_read)::int pages from pg_stat_database where datname = current_database()`.execute(
    database,
  );
  const [row] = rows;
  if (!row) throw new Error('the database has no statistics');
  return row.pages;
}
