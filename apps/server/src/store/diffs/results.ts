import { type Selectable, sql } from 'kysely';
import type { ResultDecision } from '../../domain/decisions/ResultDecision.js';
import type { Slot } from '../../domain/slot.js';
import type { Database } from '../database.js';
import { slotArrays, slotIn } from '../slots.js';
import type { Comparisons, Snapshots } from '../tables.js';
import type { ResultRow } from './diffs.js';

/** What a decision needs to know of a result. */
export type DecidableResult = Pick<
  ResultWithImages,
  | keyof Slot
  | 'status'
  | 'approvalStatus'
  | 'headHash'
  | 'baseOrigin'
  | 'decisionId'
  | 'decidedBy'
  | 'decidedAt'
  | 'headPixels'
  | 'basePixels'
>;

/** All results of a diff in their order, as far as decisions are concerned. */
export async function listDecidable(database: Database, diffId: string): Promise<DecidableResult[]> {
  const { rows } = await sql<DecidableResult>`
    select results.name, results.viewport, results.browser, results.status, results.approval_status, results.head_hash,
      results.base_origin, results.decision_id, results.decided_by, results.decided_at, head.pixel_hash head_pixels, base.pixel_hash base_pixels
    from results
    join diffs on diffs.id = results.diff_id
    left join images head on head.project_id = diffs.project_id and head.hash = results.head_hash
    left join images base on base.project_id = diffs.project_id and base.hash = results.base_hash
    where results.diff_id = ${diffId}
    order by results.position`.execute(database);
  return rows;
}

export interface ResultWithImages
  extends ResultRow,
    Pick<Selectable<Snapshots>, 'unstable' | 'incomplete'>,
    Pick<Selectable<Comparisons>, 'thumbnailHash' | 'fingerprint' | 'regions' | 'rowChanges'> {
  headPixels: string | null;
  basePixels: string | null;
  width: number | null;
  height: number | null;
  headRenderer: string | null;
  baseRenderer: string | null;
  /** Of the slot, over all captures of the suite. */
  flakeCount: number;
  explained: ExplainedBase;
}

/** Of the baseline that a result was compared with; all null where there is none. */
export interface ExplainedBase {
  ref: string | null;
  commit: string | null;
  captureId: string | null;
  approvedBy: string | null;
  /** ISO 8601. */
  approvedAt: string | null;
  approvedIn: string | null;
  newerRef: string | null;
  newerCommit: string | null;
  newerDiffId: string | null;
}

/** The same of a slot that is planned. */
export async function readExplainedBase(
  database: Database,
  planned: { entry: { id: number } | null; newer: { id: number } | null },
): Promise<ExplainedBase> {
  const { rows } = await sql<{ base: ExplainedBase }>`
    select ${explainedBase} base
    from (values (${planned.entry?.id ?? null}::bigint, ${planned.newer?.id ?? null}::bigint)) planned (entry, newer)
    left join baseline_entries entry on entry.id = planned.entry
    left join decisions approval on approval.id = entry.decision_id
    left join baseline_entries newer on newer.id = planned.newer
    left join captures taken on taken.id = entry.capture_id`.execute(database);
  const base = rows[0]?.base;
  if (!base) throw new Error('a statement without tables has one row');
  return base;
}

/** Joins to `results` what {@link explainedBase} reads. */
export const explainingTables = sql`
  left join baseline_entries entry on entry.id = results.base_entry_id
  left join decisions approval on approval.id = entry.decision_id
  left join baseline_entries newer on newer.id = results.newer_entry_id
  left join captures taken on taken.id = results.base_from`;

/** For a statement with the rows `entry` and `newer` of baselines, `approval` of decisions and `taken` of captures. */
export const explainedBase = sql<ExplainedBase>`json_build_object(
  'ref', entry.branch, 'commit', coalesce(entry.commit, taken.commit), 'captureId', coalesce(entry.capture_id, taken.id),
  'approvedBy', approval.actor, 'approvedAt', to_char(approval.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'approvedIn', approval.diff_id, 'newerRef', newer.branch, 'newerCommit', newer.commit, 'newerDiffId', newer.diff_id)`;

/** All results of a diff in their order, with what is known of their images. */
export async function listResults(database: Database, diffId: string): Promise<ResultWithImages[]> {
  const { rows } = await sql<ResultWithImages>`
    select results.*, head.pixel_hash head_pixels, base.pixel_hash base_pixels, coalesce(head.width, base.width) width,
      coalesce(head.height, base.height) height, coalesce(own.unstable, false) unstable, (
        select source.incomplete from snapshots source
        where source.capture_id = coalesce(own.carried_from, own.capture_id) and ${slotIn('source')} = ${slotIn('results')}
      ) incomplete, (
        select source.renderer from snapshots source
        where source.capture_id = coalesce(own.carried_from, own.capture_id) and ${slotIn('source')} = ${slotIn('results')}
      ) head_renderer, (
        select source.renderer from snapshots source
        where source.capture_id = results.base_from and ${slotIn('source')} = ${slotIn('results')}
          and source.hash = results.base_hash
      ) base_renderer, (
        select count(*)::int from flakes
        where flakes.suite_id = diffs.suite_id and ${slotIn('flakes')} = ${slotIn('results')}
      ) flake_count,
      ${explainedBase} explained, comparisons.thumbnail_hash, comparisons.fingerprint, comparisons.regions,
      comparisons.row_changes
    from results
    join diffs on diffs.id = results.diff_id
    left join images head on head.project_id = diffs.project_id and head.hash = results.head_hash
    left join images base on base.project_id = diffs.project_id and base.hash = results.base_hash
    left join snapshots own on own.capture_id = diffs.head_capture_id and ${slotIn('own')} = ${slotIn('results')}
    left join comparisons on comparisons.id = results.comparison_id
    ${explainingTables}
    where results.diff_id = ${diffId}
    order by results.position`.execute(database);
  return rows;
}

/** Shows what is decided about some slots of a diff. */
export async function setResultDecisions(
  transaction: Database,
  diffId: string,
  decisions: readonly ResultDecision[],
): Promise<void> {
  if (decisions.length === 0) return;
  await sql`
    update results set approval_status = decided.status, baseline_source = decided.source,
      decided_by = decided.actor, decided_at = case when decided.actor is null then null else now() end,
      decision_id = decided.decision
    from unnest(
      ${slotArrays(decisions)},
      ${decisions.map((one) => one.approvalStatus)}::text[], ${decisions.map((one) => one.baselineSource)}::text[],
      ${decisions.map((one) => one.decidedBy)}::text[], ${decisions.map((one) => one.decisionId)}::bigint[]
    ) decided (name, viewport, browser, status, source, actor, decision)
    where results.diff_id = ${diffId} and ${slotIn('results')} = ${slotIn('decided')}`.execute(transaction);
}

/** Names of the results that changed, in their order. */
export async function listChangedNames(database: Database, diffId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from results where diff_id = ${diffId} and status = 'changed'
    group by name order by min(position)`.execute(database);
  return rows.map(({ name }) => name);
}

/** Slots of a diff that need a review and are not approved. */
export async function listUndecided(
  database: Database,
  diffId: string,
): Promise<(Slot & { basePixels: string | null; headPixels: string | null })[]> {
  const { rows } = await sql<Slot & { basePixels: string | null; headPixels: string | null }>`
    select results.name, results.viewport, results.browser, base.pixel_hash base_pixels, head.pixel_hash head_pixels
    from results
    left join images head on head.project_id = results.project_id and head.hash = results.head_hash
    left join images base on base.project_id = results.project_id and base.hash = results.base_hash
    where results.diff_id = ${diffId} and results.approval_status <> 'approved'`.execute(database);
  return rows;
}
