import { sql } from 'kysely';
import type { Database } from '../database.js';

/** A capture that waits for uploads. */
export interface IdleCapture {
  id: string;
  /** When it was made or last uploaded into. */
  lastSeenAt: Date;
}

/**
 * A manual capture without an upload for `idleHours`, held until the end of the transaction; one in use is left out. Those
 * of sessions end with their session.
 */
export async function lockIdleCapture(
  transaction: Database,
  idleHours: number,
): Promise<IdleCapture | undefined> {
  const { rows } = await sql<IdleCapture>`
    select id, greatest(created_at, (select max(uploaded_at) from snapshots where capture_id = captures.id)) last_seen_at
    from captures
    where mode = 'manual' and status in ('pending', 'processing')
      and created_at < now() - make_interval(hours => ${idleHours})
      and not exists (
        select from snapshots
        where capture_id = captures.id and uploaded_at > now() - make_interval(hours => ${idleHours}))
      and not exists (select from review_session_suites where capture_id = captures.id)
    order by created_at limit 1 for no key update of captures skip locked`.execute(transaction);
  return rows[0];
}
