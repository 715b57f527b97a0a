import type { ApprovalStatus, DiffStatus, ResultStatus } from '@svc/schema';
import { sql } from 'kysely';
import type { Look } from '../../domain/baselines/Entry.js';
import type { Slot } from '../../domain/slot.js';
import { byteas } from '../bytea.js';
import type { Database } from '../database.js';
import { type BranchScope, type DefaultLine, isOfLine } from '../isOfLine.js';
import { prepared } from '../prepared.js';
import { isOneOf, slotArrays, slotIn } from '../slots.js';

/** A change of a slot from one look to another. */
export interface Change extends Slot {
  basePixels: Look;
  headPixels: Look;
}

export interface TwinRow extends Change {
  diffId: string;
  approvalStatus: ApprovalStatus;
  decisionId: number | null;
  baseOrigin: string | null;
}

/** The reviewable results of a branch's other diffs that show one of these changes (R43). */
export async function listTwins(
  database: Database,
  { projectId, suiteId, namespace, branch, ...line }: BranchScope,
  exceptDiff: string,
  changes: readonly Change[],
): Promise<TwinRow[]> {
  if (changes.length === 0) return [];
  const { rows } = await sql<TwinRow>`
    select results.diff_id, results.name, results.viewport, results.browser, results.approval_status, results.decision_id,
      results.base_origin, wanted.base base_pixels, wanted.head head_pixels
    from unnest(${slotArrays(changes)}, ${byteas(changes.map((one) => one.basePixels))},
      ${byteas(changes.map((one) => one.headPixels))}) wanted (name, viewport, browser, base, head)
    join results on results.project_id = ${projectId} and ${slotIn('results')} = ${slotIn('wanted')}
      and results.status in ('changed', 'new', 'removed') and results.diff_id <> ${exceptDiff}
    join diffs on diffs.id = results.diff_id and diffs.suite_id = ${suiteId} and diffs.status = 'completed'
    join captures on captures.id = diffs.head_capture_id and ${isOfLine('captures', branch, line)}
      and captures.namespace = ${namespace} and not captures.ephemeral
    left join images base on base.project_id = results.project_id and base.hash = results.base_hash
    left join images head on head.project_id = results.project_id and head.hash = results.head_hash
    where base.pixel_hash is not distinct from wanted.base and head.pixel_hash is not distinct from wanted.head`.execute(
    database,
  );
  return rows;
}

export interface BranchBuild {
  captureId: string;
  diffId: string;
  commit: string | null;
  /** When the capture ended; comparing it again changes nothing about that. */
  endedAt: Date | null;
  /** Not completed while it is compared again, or where that failed: what it said before stands. */
  status: DiffStatus;
}

/** Builds of a branch that are looked at, the newest. */
const mostBuilds = 100;

/** The newest builds of a branch that have been compared, beside one; of several diffs of a build the one that judges (R45). */
export async function listBranchBuilds(
  database: Database,
  { suiteId, namespace, branch, ...line }: BranchScope,
  exceptCapture: string,
): Promise<BranchBuild[]> {
  const { rows } = await sql<BranchBuild>`
    select ${prepared} captures.id capture_id, captures.commit, captures.completed_at ended_at, diff.id diff_id, diff.status
    from captures
    cross join lateral (
      select id, status from diffs
      where head_capture_id = captures.id and baseline_mark is not null and base_capture_id is null
      order by judging desc, id desc limit 1
    ) diff
    where captures.suite_id = ${suiteId} and captures.namespace = ${namespace} and ${isOfLine('captures', branch, line)}
      and not captures.ephemeral and captures.id <> ${exceptCapture}
    order by captures.id desc limit ${mostBuilds}`.execute(database);
  return rows;
}

export interface BranchResult extends Slot {
  diffId: string;
  status: ResultStatus;
  /** Of the head. */
  look: Look;
  /** The build did not capture it. */
  carried: boolean;
}

/** What some diffs say of some slots; what they skipped is left out. */
export async function listResultsOf(
  database: Database,
  projectId: string,
  diffIds: readonly string[],
  slots: readonly Slot[],
): Promise<BranchResult[]> {
  if (slots.length === 0 || diffIds.length === 0) return [];
  const { rows } = await sql<BranchResult>`
    select results.name, results.viewport, results.browser, results.status, results.carried, images.pixel_hash look,
      results.diff_id
    from results
    left join images on images.project_id = ${projectId} and images.hash = results.head_hash
    where results.diff_id = any(${diffIds}::text[]) and results.status <> 'skipped' and ${isOneOf('results', slots)}`.execute(
    database,
  );
  return rows;
}

/** Those of some diffs that say anything of one of these slots, be it that they skipped it. */
export async function listTellingOf(
  database: Database,
  diffIds: readonly string[],
  slots: readonly Slot[],
): Promise<string[]> {
  if (slots.length === 0 || diffIds.length === 0) return [];
  const { rows } = await sql<{ diffId: string }>`
    select distinct diff_id from results
    where diff_id = any(${diffIds}::text[]) and ${isOneOf('results', slots)}
    order by diff_id`.execute(database);
  return rows.map(({ diffId }) => diffId);
}

/**
 * Makes the results of a branch pending again that show one of some decisions.
 * @returns their diffs
 */
export async function reopenResults(
  transaction: Database,
  { suiteId, namespace, branch, ...line }: Omit<BranchScope, 'branch'> & { branch: string | null },
  decisions: readonly number[],
): Promise<string[]> {
  // Diffs are held before their results, as by everybody who changes a result.
  const { rows } = await sql<{ diffId: string }>`
    with held as materialized (
      select diffs.id from diffs join captures on captures.id = diffs.head_capture_id
      where diffs.suite_id = ${suiteId} and ${isOfLine('captures', branch, line)}
        and captures.namespace = ${namespace}
        and diffs.id in (select diff_id from results where decision_id = any(${decisions}::bigint[]))
      order by diffs.id for no key update of diffs
    )
    update results set approval_status = 'pending', decision_id = null, decided_by = null, decided_at = null,
      baseline_source = base_origin
    from held
    where results.decision_id = any(${decisions}::bigint[]) and results.diff_id = held.id
    returning results.diff_id`.execute(transaction);
  return [...new Set(rows.map(({ diffId }) => diffId))];
}

/** Diffs since the approval that are looked through when it is revoked. */
const mostResting = 2_000;

/**
 * Diffs that were compared with one of some entries, or were born approved by one of some decisions of a branch: those of
 * that branch whose results these decided themselves are only pending again. The newest.
 */
export async function listResting(
  database: Database,
  { suiteId, branch, ...line }: Pick<BranchScope, 'suiteId' | keyof DefaultLine> & { branch: string | null },
  entries: readonly number[],
  decisions: readonly number[],
): Promise<string[]> {
  if (entries.length === 0 && decisions.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select recent.id from (
      select id, head_capture_id from diffs
      where suite_id = ${suiteId} and status = 'completed' and base_capture_id is null
        and completed_at >= (select min(created_at) from (
          select created_at from baseline_entries where id = any(${entries}::bigint[])
          union all select created_at from decisions where id = any(${decisions}::bigint[])) since)
      order by id desc limit ${mostResting}
    ) recent
    join captures on captures.id = recent.head_capture_id
    where exists (
      select from results where diff_id = recent.id and (base_entry_id = any(${entries}::bigint[])
        or decision_id = any(${decisions}::bigint[])
          and (${isOfLine('captures', branch, line)} is not true or baseline_source like 'approval:%')))
    order by recent.id`.execute(database);
  return rows.map(({ id }) => id);
}
