import { sql } from 'kysely';
import type { Database } from './database.js';

/**
 * Has a transaction read by ids whatever the statistics say: where those are of a smaller table, the planner would rather
 * read all of it.
 */
export async function readByIds(transaction: Database): Promise<void> {
  await sql`set local enable_seqscan = off`.execute(transaction);
  await sql`set local work_mem = '64MB'`.execute(transaction);
}
