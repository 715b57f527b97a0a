import { type RawBuilder, sql } from 'kysely';
import type { Report, SlotResult } from '../../domain/checks/Report.js';
import type { RunColumns } from '../../domain/checks/runColumns.js';
import type { Slot } from '../../domain/slot.js';
import type { Database } from '../database.js';
import { lineOf } from '../isOfLine.js';
import { prepared, preparedByKeys } from '../prepared.js';
import { slotIn } from '../slots.js';

/** A report, without its results, which it counts. */
export interface ReportRow
  extends Omit<Report, 'part' | 'ended' | 'results' | 'resting' | 'skippedSlots'>,
    Omit<RunColumns, 'checkout'> {
  /** Made for one upload that named no session. */
  isSingle: boolean;
  /** Null for a capture under way. */
  ended: number | null;
}

const milliseconds = (time: RawBuilder<unknown>) => sql`(extract(epoch from ${time}) * 1000)::float8`;

/**
 * What judges a commit (R45): its judging diffs, captures that failed before anybody compared them, and sessions that
 * opened no suite. Sessions that are open say nothing yet.
 */
export async function listReports(
  database: Database,
  projectId: string,
  commit: string,
): Promise<ReportRow[]> {
  const line = lineOf(sql`found.branch`, sql`began`);
  const { rows } = await sql<ReportRow>`
    ${prepared} with found as (
      select suites.name suite, diffs.id diff_id, head.branch, diffs.baseline_ref, diffs.status, diffs.error,
        diffs.unchanged_count unchanged, diffs.skipped_count skipped,
        case when head.status = 'failed' then head.error end ended_early,
        head.exit_code, head.is_empty, head.failed_snapshots failed, head.created_at began,
        case when session.expired_at is null then head.completed_at else head.created_at end ended,
        session.id is not null is_session, coalesce(session.implicit, false) is_single,
        head.shard_index, head.shard_total, head.job, head.run_key
      from captures head
      join diffs on diffs.head_capture_id = head.id and diffs.judging
      join suites on suites.id = diffs.suite_id
      left join review_session_suites opened on opened.diff_id = diffs.id
      left join review_sessions session on session.project_id = opened.project_id and session.id = opened.session_id
      where head.project_id = ${projectId} and head.commit = ${commit} and head.branch is not null
        and (session.id is null or coalesce(session.completed_at, session.expired_at) is not null)
      union all
      select suites.name, null, head.branch, head.baseline_ref, 'failed', coalesce(head.error, 'Nothing could be captured'),
        0, 0, head.error,
        head.exit_code, false, 0, head.created_at, head.completed_at, false, false,
        head.shard_index, head.shard_total, head.job, head.run_key
      from captures head
      join suites on suites.id = head.suite_id
      where head.project_id = ${projectId} and head.commit = ${commit} and head.branch is not null
        and head.status = 'failed' and not head.ephemeral and head.namespace = ''
        and not exists (select from diffs where diffs.head_capture_id = head.id and diffs.judging)
        and not exists (select from review_session_suites opened where opened.capture_id = head.id)
      union all
      select null, null, session.branch, session.baseline_ref, 'completed', null,
        0, 0, null, session.exit_code, session.is_empty, 0, session.created_at, session.completed_at, true, false,
        session.shard_index, session.shard_total, session.job, session.run_key
      from review_sessions session
      where session.project_id = ${projectId} and session.commit = ${commit} and not session.ephemeral
        and session.namespace = '' and session.completed_at is not null
        and not exists (
          select from review_session_suites opened
          where opened.project_id = session.project_id and opened.session_id = session.id)
    )
    select suite, diff_id, ${line} branch, status, error, unchanged, skipped, ended_early, exit_code, is_empty, failed, is_session, is_single,
      shard_index, shard_total, job, run_key, ${milliseconds(sql`began`)} began, ${milliseconds(sql`ended`)} ended,
      nullif(coalesce(${lineOf(sql`baseline_ref`, sql`began`)}, default_branch),
        case when ${line} = default_branch then default_branch end) target
    from found, projects where projects.id = ${projectId}`.execute(database);
  return rows;
}

/** Slots of which a diff says nothing: they were not captured, or are left to another part of the run. */
export async function listSkippedSlots(
  database: Database,
  diffIds: readonly string[],
): Promise<(Slot & { diffId: string })[]> {
  if (diffIds.length === 0) return [];
  const { rows } = await sql<Slot & { diffId: string }>`
    select ${preparedByKeys} diff_id, name, viewport, browser from results
    where diff_id = any(${diffIds}::text[]) and status = 'skipped'`.execute(database);
  return rows;
}

/**
 * Accessibility changes that are to be reviewed, as results of their slots; with `withUnchanged` also records that are as accepted,
 * since one may be newer than a change.
 */
async function listAccessibilityResults(
  database: Database,
  diffIds: readonly string[],
  options: { withUnchanged: boolean },
): Promise<(SlotResult & { diffId: string })[]> {
  const { rows } = await sql<SlotResult & { diffId: string }>`
    select ${preparedByKeys} change.diff_id, change.name, change.viewport, change.browser, 'changed' status, change.approval_status,
      false is_loose, true is_accessibility
    from accessibility_changes change
    cross join lateral (
      select status from results where diff_id = change.diff_id and ${slotIn('results')} = ${slotIn('change')} offset 0
    ) results
    where change.diff_id = any(${diffIds}::text[]) and change.reviewed and results.status <> 'removed'
    union all
    select diffs.id, record.name, record.viewport, record.browser, 'unchanged', 'approved', false, true
    from diffs join accessibility_records record on record.capture_id = diffs.head_capture_id
    where ${options.withUnchanged} and diffs.id = any(${diffIds}::text[]) and not exists (
      select from accessibility_changes change
      where change.diff_id = diffs.id and ${slotIn('change')} = ${slotIn('record')} and change.reviewed)`.execute(
    database,
  );
  return rows;
}

/**
 * Results that say something of their slots.
 * @param options.withUnchanged also those that are equal to their base
 */
export async function listSlotResults(
  database: Database,
  diffIds: readonly string[],
  options: { withUnchanged: boolean },
): Promise<(SlotResult & { diffId: string })[]> {
  if (diffIds.length === 0) return [];
  const { rows } = await sql<SlotResult & { diffId: string }>`
    select ${preparedByKeys} results.diff_id, results.name, results.viewport, results.browser, results.status, results.approval_status,
      results.status = 'unchanged' and results.comparison_id is not null and (results.threshold > diffs.threshold
        or (coalesce(results.anti_aliasing, diffs.anti_aliasing) and not diffs.anti_aliasing)
        or results.ignored is not null) is_loose
    from results join diffs on diffs.id = results.diff_id
    where results.diff_id = any(${diffIds}::text[]) and results.status <> 'skipped'
      and (${options.withUnchanged} or results.status <> 'unchanged')`.execute(database);
  return [...rows, ...(await listAccessibilityResults(database, diffIds, options))];
}

/** The clock of the database, in milliseconds since 1970. */
export async function readClock(database: Database): Promise<number> {
  const { rows } = await sql<{ now: number }>`select ${milliseconds(sql`clock_timestamp()`)} now`.execute(
    database,
  );
  if (!rows[0]) throw new Error('the database has no clock');
  return rows[0].now;
}

/** Runs of a commit of which somebody said that no more parts follow. */
export async function listFinishedRuns(
  database: Database,
  projectId: string,
  commit: string,
): Promise<{ branch: string; runKey: string }[]> {
  const { rows } = await sql<{ branch: string; runKey: string }>`
    select ${prepared} ${lineOf(sql`finished.branch`, sql`finished.finished_at`)} branch, finished.run_key
    from finished_runs finished join projects on projects.id = finished.project_id
    where finished.project_id = ${projectId} and finished.commit = ${commit}`.execute(database);
  return rows;
}

/** Writes down that no more parts of a run follow; saying it again changes nothing. */
export const finishRun = async (
  transaction: Database,
  run: { projectId: string; commit: string; branch: string; runKey: string },
): Promise<void> => {
  await transaction
    .insertInto('finishedRuns')
    .values(run)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
