import { sql } from 'kysely';
import { slotIn } from '../slots.js';

/** Of the baseline that a result was compared with; all null where there is none. */
export interface ExplainedBase {
  baseRef: string | null;
  baseCommit: string | null;
  baseCaptureId: string | null;
  baseApprovedBy: string | null;
  baseApprovedAt: Date | null;
  baseApprovedIn: string | null;
  newerRef: string | null;
  newerCommit: string | null;
  newerDiffId: string | null;
}

/** Its columns, for a statement with the rows `entry` and `newer` of baselines, `approval` of decisions and `taken` of captures. */
export const explainedBase = sql`entry.branch base_ref, coalesce(entry.commit, taken.commit) base_commit,
  coalesce(entry.capture_id, taken.id) base_capture_id, approval.actor base_approved_by,
  approval.created_at base_approved_at, approval.diff_id base_approved_in, newer.branch newer_ref,
  newer.commit newer_commit, newer.diff_id newer_diff_id`;

/** Who approved what more than one person has to approve: in that order, and the same with ids. */
export interface GivenApprovals {
  required: number;
  by: string[];
  ids: string[];
}

const approvals = sql<GivenApprovals>`(
  select json_build_object('required', required_approvals,
    'by', coalesce(json_agg(approval.actor order by approval.created_at, approval.actor_id), '[]'),
    'ids', coalesce(json_agg(approval.actor_id order by approval.created_at, approval.actor_id), '[]'))
  from decision_approvals approval where approval.decision_id = decisions.id)`;

/**
 * Joins to `results` what they refer to: `comparisons`, `head` and `base` (images, of which the comparison knows the sizes),
 * `base_taken` (a snapshot), `decision` (its note, who made it, and who approved where more than one person has to), and what
 * {@link explainedBase} reads. Each is looked up by its key, which `offset 0` keeps from being joined in another way: a
 * planner that knows nothing yet of rows that were just written would read whole tables. Of images that were uploaded, no renderer is
 * known.
 */
export const resultTables = sql`
  left join lateral (
    select base_pixels, base_width, base_height, head_pixels, head_width, head_height, mask_hash, aligned_mask_hash,
      thumbnail_hash, fingerprint, regions, row_changes, column_changes, moves, subthreshold, similarity
    from comparisons
    where id = results.comparison_id offset 0
  ) comparisons on true
  left join lateral (
    select pixel_hash, width, height from images
    where comparisons.head_width is null and project_id = results.project_id and hash = results.head_hash offset 0
  ) head_image on true
  left join lateral (
    select pixel_hash, width, height from images
    where comparisons.base_width is null and results.base_hash is distinct from results.head_hash
      and project_id = results.project_id and hash = results.base_hash
    offset 0
  ) base_image on true
  cross join lateral (
    select coalesce(head_image.pixel_hash, comparisons.head_pixels) pixel_hash,
      coalesce(head_image.width, comparisons.head_width) width, coalesce(head_image.height, comparisons.head_height) height
  ) head
  cross join lateral (
    select case when results.base_hash = results.head_hash then head.pixel_hash
        else coalesce(base_image.pixel_hash, comparisons.base_pixels) end pixel_hash,
      case when results.base_hash = results.head_hash then head.width
        else coalesce(base_image.width, comparisons.base_width) end width,
      case when results.base_hash = results.head_hash then head.height
        else coalesce(base_image.height, comparisons.base_height) end height
  ) base
  left join lateral (select id, commit, branch, mode from captures where id = results.base_from offset 0) taken on true
  left join lateral (
    select renderer from snapshots shown
    where results.status in ('changed', 'removed') and taken.mode = 'fleet' and shown.capture_id = taken.id
      and ${slotIn('shown')} = ${slotIn('results')} and shown.hash = results.base_hash offset 0
  ) base_taken on true
  left join lateral (
    select branch, commit, capture_id, decision_id from baseline_entries where id = results.base_entry_id offset 0
  ) entry on true
  left join lateral (
    select actor, created_at, diff_id from decisions where id = entry.decision_id offset 0
  ) approval on true
  left join lateral (
    select branch, commit, diff_id from baseline_entries where id = results.newer_entry_id offset 0
  ) newer on true
  left join lateral (
    select note, actor_id, case when required_approvals > 1 then ${approvals} end approvals
    from decisions where id = results.decision_id offset 0
  ) decision on true`;
