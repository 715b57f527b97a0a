import { sql } from 'kysely';
import type { Database } from '../database.js';

/**
 * Captures that have expired, the oldest first, held until the end of the transaction; those that are in use now are
 * left out. One that a diff of a kept capture is compared with stays as long as that capture.
 */
export async function lockExpiredCaptures(transaction: Database, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from captures
    where expires_at < now() and not exists (
      select from diffs join captures head on head.id = diffs.head_capture_id
      where diffs.base_capture_id = captures.id and (head.expires_at < now()) is not true)
    order by expires_at limit ${limit} for update of captures skip locked`.execute(transaction);
  return rows.map((row) => row.id);
}

/** Deletes expired captures with their snapshots, and their diffs with results, decisions and places in sessions. */
export async function deleteExpiredCaptures(
  transaction: Database,
  captureIds: readonly string[],
): Promise<void> {
  // Held first, so that a review under way ends before its diff goes.
  const held = await sql<{ id: string }>`
    select diffs.id from diffs join captures head on head.id = diffs.head_capture_id
    where head.expires_at < now()
      and (diffs.head_capture_id = any(${captureIds}::text[]) or diffs.base_capture_id = any(${captureIds}::text[]))
    order by diffs.id for update of diffs`.execute(transaction);
  const diffIds = held.rows.map((row) => row.id);
  await sql`
    delete from review_session_suites
    where capture_id = any(${captureIds}::text[]) or diff_id = any(${diffIds}::text[])`.execute(transaction);
  await sql`delete from decisions where diff_id = any(${diffIds}::text[])`.execute(transaction);
  await sql`delete from diffs where id = any(${diffIds}::text[])`.execute(transaction);
  await sql`delete from captures where id = any(${captureIds}::text[])`.execute(transaction);
}
