import { sql } from 'kysely';
import type { Database } from '../database.js';

const lock = sql`hashtextextended('svc blob removals', 0)`;

/** Until the end of the transaction, no blob is removed from the store. Waits for removals under way, and for others that hold them. */
export async function holdRemovals(transaction: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(${lock})`.execute(transaction);
}

/** Whether nobody holds removals; then nobody does until the end of the transaction. */
export async function mayRemoveBlobs(transaction: Database): Promise<boolean> {
  const { rows } = await sql<{ isFree: boolean }>`
    select pg_try_advisory_xact_lock_shared(${lock}) is_free`.execute(transaction);
  return rows[0]?.isFree === true;
}
