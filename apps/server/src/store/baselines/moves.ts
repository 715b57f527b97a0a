import { sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import type { Database } from '../database.js';
import { isOneOf } from '../slots.js';

/** The last thing that happened to the baselines of a slot. */
export interface MoveRow extends Slot {
  branch: string;
  /** Who promoted the baseline. */
  actor: string;
  /** Where; null for one that no diff promoted, or whose diff is deleted. */
  diffId: string | null;
  /** Whether it was revoked since, rather than promoted. */
  isRevoked: boolean;
  promotedAt: Date;
}

/** What happened to slots after `mark`, on any branch, by other diffs: the last of each. */
export async function listMoves(
  database: Database,
  {
    suiteId,
    namespaces,
    mark,
    diffId,
    slots,
  }: { suiteId: number; namespaces: readonly string[]; mark: number; diffId: string; slots: readonly Slot[] },
): Promise<MoveRow[]> {
  if (slots.length === 0) return [];
  const isAsked = sql`namespace = any(${namespaces}::text[]) and diff_id is distinct from ${diffId}
    and ${isOneOf('entry', slots)}`;
  const { rows } = await sql<MoveRow>`
    with touched as materialized (
      select entry.*, id moved from baseline_entries entry where suite_id = ${suiteId} and id > ${mark} and ${isAsked}
      union all
      select entry.*, revoked_seq from baseline_entries entry
      where suite_id = ${suiteId} and revoked_seq > ${mark} and ${isAsked}
    )
    select distinct on (touched.name, touched.viewport, touched.browser) touched.name, touched.viewport, touched.browser,
      touched.branch, touched.actor, diffs.id diff_id, touched.revoked_seq is not distinct from moved is_revoked,
      touched.created_at promoted_at
    from touched left join diffs on diffs.id = touched.diff_id
    order by touched.name, touched.viewport, touched.browser, moved desc`.execute(database);
  return rows;
}
