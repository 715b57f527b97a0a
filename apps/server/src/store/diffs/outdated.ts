import { sql } from 'kysely';
import type { Database } from '../database.js';

export interface OutdatedDiff {
  id: string;
  projectId: string;
  captureId: string;
  /** What was checked out for it; null when the client named no commit. */
  checkout: string | null;
}

/** The diffs of a suite that wait to be compared again, and one more of them. */
export async function listOutdated(
  database: Database,
  suiteId: number,
  diffId: string,
): Promise<OutdatedDiff[]> {
  const { rows } = await sql<OutdatedDiff>`
    select diffs.id, captures.project_id, captures.id capture_id, coalesce(captures.checkout, captures.commit) checkout
    from (
      select id, head_capture_id from diffs
      where suite_id = ${suiteId} and status = 'processing' and baseline_mark is not null and base_capture_id is null
      union
      select id, head_capture_id from diffs where id = ${diffId}
    ) diffs
    join captures on captures.id = diffs.head_capture_id`.execute(database);
  return rows;
}
