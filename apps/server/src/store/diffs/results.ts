import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { ResultDecision } from '../../domain/decisions/ResultDecision.js';
import type { Slot } from '../../domain/slot.js';
import type { Page } from '../../domain/slotPage.js';
import { announce } from '../announcements/announce.js';
import type { Database } from '../database.js';
import { preparedByKeys, preparedIfFew } from '../prepared.js';
import { isOneOf, positionIn, slotArrays, slotIn } from '../slots.js';
import { streamRows } from '../streamRows.js';
import type { Comparisons } from '../tables.js';
import type { ResultRow } from './diffs.js';
import { type ExplainedBase, explainedBase, type GivenApprovals, resultTables } from './resultTables.js';

/** What a decision needs to know of a result. */
export type DecidableResult = Pick<
  ResultWithImages,
  | keyof Slot
  | 'status'
  | 'approvalStatus'
  | 'headHash'
  | 'baseHash'
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
      results.base_hash, results.base_origin, results.decision_id, results.decided_by, results.decided_at, head.pixel_hash head_pixels, base.pixel_hash base_pixels
    from results
    left join lateral (
      select pixel_hash from images where project_id = results.project_id and hash = results.head_hash offset 0
    ) head on true
    left join lateral (
      select pixel_hash from images where project_id = results.project_id and hash = results.base_hash offset 0
    ) base on true
    where results.diff_id = ${diffId}
    order by results.position`.execute(database);
  return rows;
}

export interface ResultWithImages
  extends ResultRow,
    ExplainedBase,
    Pick<
      Selectable<Comparisons>,
      | 'alignedMaskHash'
      | 'thumbnailHash'
      | 'fingerprint'
      | 'regions'
      | 'rowChanges'
      | 'columnChanges'
      | 'moves'
      | 'subthreshold'
      | 'similarity'
    > {
  headPixels: string | null;
  basePixels: string | null;
  width: number | null;
  height: number | null;
  baseRenderer: string | null;
  note: string | null;
  approvals: GivenApprovals | null;
}

/** The explanations of bases that are planned, in their order. */
export async function readExplainedBases(
  database: Database,
  planned: readonly { entry: { id: number } | null; newer: { id: number } | null }[],
): Promise<ExplainedBase[]> {
  const idsOf = (side: 'entry' | 'newer') => sql`${planned.map((base) => base[side]?.id ?? null)}::bigint[]`;
  const { rows } = await sql<ExplainedBase>`
    select ${preparedIfFew(planned)} ${explainedBase}
    from unnest(${idsOf('entry')}, ${idsOf('newer')}) with ordinality planned (entry, newer, place)
    left join lateral (select * from baseline_entries where id = planned.entry offset 0) entry on true
    left join lateral (select * from baseline_entries where id = planned.newer offset 0) newer on true
    left join lateral (select * from decisions where id = entry.decision_id offset 0) approval on true
    left join lateral (select * from captures where id = entry.capture_id offset 0) taken on true
    order by planned.place`.execute(database);
  return rows;
}

/** Results of a diff in their order, with what is known of their images: all, those of some slots, or a page and one more. */
export const listResults = async (
  database: Database,
  diffId: string,
  only: { slots?: readonly Slot[]; page?: Page } = {},
): Promise<ResultWithImages[]> => (await selectResults(diffId, only).execute(database)).rows;

/** The same of all results, as they are found. */
export const streamResults = (database: Database, diffId: string): AsyncIterable<ResultWithImages[]> =>
  streamRows(database, selectResults(diffId, {}));

function selectResults(
  diffId: string,
  { slots, page }: { slots?: readonly Slot[]; page?: Page },
): RawBuilder<ResultWithImages> {
  const isAsked = slots ? isOneOf('results', slots) : sql`true`;
  const isLater = page?.after ? sql`(${positionIn('results')}) > (${sql.join(page.after)})` : sql`true`;
  return sql<ResultWithImages>`
    select ${preparedByKeys} results.*, head.pixel_hash head_pixels, base.pixel_hash base_pixels, coalesce(head.width, base.width) width,
      coalesce(head.height, base.height) height, base_taken.renderer base_renderer, decision.note, decision.approvals, ${explainedBase},
      comparisons.aligned_mask_hash, comparisons.thumbnail_hash, comparisons.fingerprint, comparisons.regions,
      comparisons.row_changes, comparisons.column_changes, comparisons.moves, comparisons.subthreshold, comparisons.similarity
    from (
      select * from results where diff_id = ${diffId} and ${isAsked} and ${isLater}
      order by ${positionIn('results')} ${page ? sql`limit ${page.limit + 1}` : sql``}
    ) results
    ${resultTables}
    order by ${positionIn('results')}`;
}

/** A result of a diff that is computed again: what of it may hold. */
export type EarlierResult = Pick<
  ResultWithImages,
  | keyof Slot
  | 'status'
  | 'approvalStatus'
  | 'headHash'
  | 'baseHash'
  | 'headPixels'
  | 'basePixels'
  | 'threshold'
  | 'antiAliasing'
  | 'ignored'
  | 'baselineSource'
  | 'decidedBy'
  | 'decisionId'
>;

/** All results of a diff so far. Only of those that were decided about the pixels are looked up. */
export async function listEarlierResults(database: Database, diffId: string): Promise<EarlierResult[]> {
  const { rows } = await sql<EarlierResult>`
    select results.name, results.viewport, results.browser, results.status, results.approval_status, results.head_hash,
      results.base_hash, results.threshold, results.anti_aliasing, results.ignored, results.baseline_source,
      results.decided_by, results.decision_id, head.pixel_hash head_pixels, base.pixel_hash base_pixels
    from results
    left join lateral (
      select pixel_hash from images
      where results.decision_id is not null and project_id = results.project_id and hash = results.head_hash offset 0
    ) head on true
    left join lateral (
      select pixel_hash from images
      where results.decision_id is not null and project_id = results.project_id and hash = results.base_hash offset 0
    ) base on true
    where results.diff_id = ${diffId}`.execute(database);
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
  await announce(transaction, { kind: 'diff', diffId });
}

/** Names of the results that changed, in their order. */
export async function listChangedNames(database: Database, diffId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select name from results where diff_id = ${diffId} and status = 'changed'
    group by name order by min(position)`.execute(database);
  return rows.map(({ name }) => name);
}

export interface UndecidedResult extends Slot {
  diffId: string;
  basePixels: string | null;
  headPixels: string | null;
}

/**
 * The results of completed diffs that are not approved, and of whose slots a baseline was promoted or revoked since the diff
 * was computed, on whatever branch. Where nothing happened to a suite since, its results are not read.
 * @param most of each diff; null for all
 */
export async function listUndecidedSince(
  database: Database,
  diffIds: readonly string[],
  most: number | null = null,
): Promise<UndecidedResult[]> {
  if (diffIds.length === 0) return [];
  const { rows } = await sql<UndecidedResult>`
    select ${preparedByKeys} result.diff_id, result.name, result.viewport, result.browser, base.pixel_hash base_pixels,
      head.pixel_hash head_pixels
    from (
      select id, suite_id, baseline_mark mark from diffs
      where id = any(${diffIds}::text[]) and status = 'completed' and (
        (select max(id) from baseline_entries where suite_id = diffs.suite_id) > baseline_mark
        or (select max(revoked_seq) from baseline_entries where suite_id = diffs.suite_id and revoked_seq is not null)
          > baseline_mark)
      offset 0
    ) diff
    cross join lateral (
      select undecided.* from (
        select * from results where diff_id = diff.id and approval_status <> 'approved' offset 0
      ) undecided
      cross join lateral (
        select 1 from baseline_entries entry
        where entry.suite_id = diff.suite_id and ${slotIn('entry')} = ${slotIn('undecided')}
          and (entry.id > diff.mark or entry.revoked_seq > diff.mark)
        limit 1
      ) touched
      limit ${most}::bigint
    ) result
    left join lateral (
      select pixel_hash from images where project_id = result.project_id and hash = result.head_hash offset 0
    ) head on true
    left join lateral (
      select pixel_hash from images where project_id = result.project_id and hash = result.base_hash offset 0
    ) base on true`.execute(database);
  return rows;
}
