import { type Selectable, sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import type { Database } from '../database.js';
import { slotIn } from '../slots.js';
import type { Comparisons, Results, Snapshots } from '../tables.js';
import { type ExplainedBase, explainedBase, explainingTables } from './results.js';

type ResultColumns =
  | keyof Slot
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
  | 'baseReason'
  | 'baseFrom';

/** A result with what a review shows of its images. */
export interface ReviewRow
  extends Pick<Selectable<Results>, ResultColumns>,
    Pick<Selectable<Snapshots>, 'unstable' | 'incomplete' | 'carriedFrom'>,
    Pick<Selectable<Comparisons>, 'fingerprint' | 'regions' | 'rowChanges'> {
  headWidth: number | null;
  headHeight: number | null;
  baseWidth: number | null;
  baseHeight: number | null;
  headRenderer: string | null;
  baseRenderer: string | null;
  flakeCount: number;
  explained: ExplainedBase;
}

/** All results of a diff in their order. Flakes are counted once for the suite, not once for each row. */
export async function listReviewRows(database: Database, diffId: string): Promise<ReviewRow[]> {
  const { rows } = await sql<ReviewRow>`
    select results.name, results.viewport, results.browser, results.status, results.approval_status,
      results.diff_percentage, results.head_hash, results.base_hash, results.baseline_source, results.path, results.decided_by,
      results.decided_at, results.comparison_id, results.ignored, results.base_reason, ${explainedBase} explained,
      head.width head_width, head.height head_height, base.width base_width, base.height base_height,
      comparisons.fingerprint, comparisons.regions, comparisons.row_changes,
      coalesce(own.unstable, false) unstable, coalesce(carried.incomplete, own.incomplete) incomplete,
      coalesce(carried.renderer, own.renderer) head_renderer, base_taken.renderer base_renderer,
      own.carried_from, results.base_from,
      coalesce(flaky.count, 0) flake_count
    from results
    join diffs on diffs.id = results.diff_id
    left join images head on head.project_id = diffs.project_id and head.hash = results.head_hash
    left join images base on base.project_id = diffs.project_id and base.hash = results.base_hash
    left join snapshots own on own.capture_id = diffs.head_capture_id and ${slotIn('own')} = ${slotIn('results')}
    left join snapshots carried on carried.capture_id = own.carried_from and ${slotIn('carried')} = ${slotIn('results')}
    left join snapshots base_taken on base_taken.capture_id = results.base_from and ${slotIn('base_taken')} = ${slotIn('results')}
      and base_taken.hash = results.base_hash
    left join comparisons on comparisons.id = results.comparison_id
    ${explainingTables}
    left join (
      select name, viewport, browser, count(*)::int count from flakes
      where flakes.suite_id = (select suite_id from diffs where id = ${diffId})
      group by name, viewport, browser
    ) flaky on ${slotIn('flaky')} = ${slotIn('results')}
    where results.diff_id = ${diffId}
    order by results.position`.execute(database);
  return rows;
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
