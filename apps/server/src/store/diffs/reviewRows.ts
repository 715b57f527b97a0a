import type { ApprovalStatus } from '@svc/schema';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import type { Database } from '../database.js';
import { preparedByKeys } from '../prepared.js';
import { isOneOf, positionIn, slotIn, slotOrderIn } from '../slots.js';
import { streamRows } from '../streamRows.js';
import type { Comparisons, Results } from '../tables.js';
import { type ExplainedBase, explainedBase, type GivenApprovals, resultTables } from './resultTables.js';

type ResultColumns =
  | keyof Slot
  | 'position'
  | 'status'
  | 'approvalStatus'
  | 'diffPercentage'
  | 'headHash'
  | 'baseHash'
  | 'baselineSource'
  | 'path'
  | 'decidedBy'
  | 'decidedAt'
  | 'comparisonId'
  | 'ignored'
  | 'baseReason';

/** A result with what a review shows of its images. */
export interface ReviewRow
  extends Pick<Selectable<Results>, ResultColumns>,
    ExplainedBase,
    Pick<
      Selectable<Comparisons>,
      'fingerprint' | 'regions' | 'rowChanges' | 'columnChanges' | 'moves' | 'subthreshold' | 'similarity'
    > {
  headWidth: number | null;
  headHeight: number | null;
  baseWidth: number | null;
  baseHeight: number | null;
  baseRenderer: string | null;
  /** The capture that the image it was compared with came from; null where there is none, or no more. */
  baseFrom: string | null;
  fromCommit: string | null;
  fromBranch: string | null;
  note: string | null;
  /** Who decided, by what never changes; null where nobody did. */
  actorId: string | null;
  /** The decision about its accessibility change, `recorded` where it needs none. */
  accessibility: ApprovalStatus | 'recorded' | null;
  approvals: GivenApprovals | null;
}

/** Some results in the order of their slots: how many come before them, and how many there are at most. */
export interface Part {
  from: number;
  limit: number;
}

/** Results of a diff in their order, those of some slots, or a part. */
export const listReviewRows = async (
  database: Database,
  diffId: string,
  only: { slots: readonly Slot[] } | { part: Part },
): Promise<ReviewRow[]> => (await selectReviewRows(diffId, only).execute(database)).rows;

/** All results of a diff in their order, as they are found. */
export const streamReviewRows = (database: Database, diffId: string): AsyncIterable<ReviewRow[]> =>
  streamRows(database, selectReviewRows(diffId, {}));

function selectReviewRows(
  diffId: string,
  { slots, part }: { slots?: readonly Slot[]; part?: Part },
): RawBuilder<ReviewRow> {
  const isAsked = slots ? sql`and ${isOneOf('results', slots)}` : sql``;
  // Sorted and left out before anything is looked up for them: rows are narrow and few until then. Only the order of slots has an index.
  const order = part ? slotOrderIn('results') : positionIn('results');
  const limit = part ? sql`limit ${part.limit} offset ${part.from}` : sql``;
  return sql<ReviewRow>`
    select ${preparedByKeys} results.name, results.viewport, results.browser, results.position, results.status,
      results.approval_status, results.diff_percentage, results.head_hash, results.base_hash, results.baseline_source, results.path, results.decided_by,
      results.decided_at, results.comparison_id, results.ignored, results.base_reason,
      taken.id base_from, taken.commit from_commit, taken.branch from_branch, ${explainedBase}, head.width head_width, head.height head_height, base.width base_width,
      base.height base_height, comparisons.fingerprint, comparisons.regions, comparisons.row_changes,
      comparisons.column_changes, comparisons.moves, comparisons.subthreshold, comparisons.similarity,
      base_taken.renderer base_renderer, decision.note, decision.actor_id, decision.approvals,
      case when change.reviewed then change.approval_status when not change.reviewed then 'recorded' end accessibility
    from (select * from results where diff_id = ${diffId} ${isAsked} order by ${order} ${limit}) results
    ${resultTables}
    left join lateral (
      select reviewed, approval_status from accessibility_changes change
      where (select exists (select from accessibility_changes where diff_id = ${diffId})) and results.status <> 'removed'
        and change.diff_id = ${diffId} and ${slotIn('change')} = ${slotIn('results')} offset 0
    ) change on true
    order by ${order}`;
}

/**
 * The newest approval that was revoked and that a diff still shows: its images were compared with what that approval promoted,
 * or it approved the same change here.
 */
export async function findRevokedApproval(
  database: Database,
  diffId: string,
): Promise<{ approvedBy: string; approvedIn: string } | null> {
  const { rows } = await sql<{ approvedBy: string; approvedIn: string }>`
    select approval.actor approved_by, approval.diff_id approved_in
    from results
    left join baseline_entries entry on entry.id = results.base_entry_id and entry.revoked_seq is not null
    join decisions approval on approval.id = any(array[results.decision_id, entry.decision_id]) and approval.kind = 'approved'
    where results.diff_id = ${diffId} and approval.revoked_at is not null
    order by approval.revoked_at desc limit 1`.execute(database);
  return rows[0] ?? null;
}
