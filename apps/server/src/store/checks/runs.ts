import { type Selectable, sql } from 'kysely';
import type { ReportedShard } from '../../domain/checks/isRunComplete.js';
import type { Slot } from '../../domain/slot.js';
import type { Database } from '../database.js';
import { lineOf, lineOfRow } from '../isOfLine.js';
import { slotArrays, slotColumns, slotIn } from '../slots.js';
import type { Captures } from '../tables.js';

type CaptureRow = Selectable<Captures>;

/** A commit on a branch, where captures of several parts may be. */
export type Place = Pick<CaptureRow, 'projectId' | 'namespace'> & { branch: string; commit: string };

/** A run of shards at a commit. */
export type RunOfShards = Place & Pick<CaptureRow, 'createdAt' | 'runKey' | 'shardTotal'>;

/** As {@link lineOfRow}, of one that is at hand. */
const lineNamed = (branch: string, createdAt: Date) =>
  lineOf(sql`${branch}::text`, sql`${createdAt}::timestamptz`);

/** What the shards of a run have reported: captures that ended, and sessions that opened no suite. */
export async function listReportedShards(
  database: Database,
  { projectId, namespace, branch, createdAt, commit, runKey, shardTotal }: RunOfShards,
): Promise<ReportedShard[]> {
  const own = lineNamed(branch, createdAt);
  const { rows } = await sql<ReportedShard>`
    select suite_id, shard_index "index", extract(epoch from completed_at)::float8 ended,
      status = 'completed' and complete and coalesce(exit_code, 0) = 0 and failed_snapshots = 0 is_complete
    from captures join projects on projects.id = captures.project_id
    where project_id = ${projectId} and commit = ${commit} and ${lineOfRow('captures')} = ${own}
      and namespace = ${namespace} and not ephemeral and completed_at is not null and shard_index is not null
      and run_key is not distinct from ${runKey} and shard_total is not distinct from ${shardTotal}
    union all
    select null, shard_index, extract(epoch from completed_at)::float8, complete and exit_code = 0
    from review_sessions session join projects on projects.id = session.project_id
    where project_id = ${projectId} and commit = ${commit} and ${lineOfRow('session')} = ${own}
      and namespace = ${namespace} and not ephemeral and completed_at is not null and shard_index is not null
      and run_key is not distinct from ${runKey} and shard_total is not distinct from ${shardTotal}
      and not exists (
        select from review_session_suites opened
        where opened.project_id = session.project_id and opened.session_id = session.id)`.execute(database);
  return rows;
}

/** Whether somebody said that no more parts of a run follow. */
export async function isRunFinished(
  database: Database,
  { projectId, commit, branch, createdAt, runKey }: RunOfShards,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from finished_runs finished join projects on projects.id = finished.project_id
      where project_id = ${projectId} and commit = ${commit} and run_key = ${runKey}
        and ${lineOf(sql`finished.branch`, sql`finished.finished_at`)} = ${lineNamed(branch, createdAt)}
    ) found`.execute(database);
  return rows[0]?.found ?? false;
}

/** What said which part it was and has captured a slot; carried images lead to where they were captured. */
export interface CapturingPart
  extends Slot,
    Pick<CaptureRow, 'shardIndex' | 'shardTotal' | 'job' | 'runKey'> {}

/** Who captured the images of some slots, each in the given capture. */
export async function listCapturingParts(
  database: Database,
  slots: readonly (Slot & { captureId: string })[],
): Promise<CapturingPart[]> {
  if (slots.length === 0) return [];
  const { rows } = await sql<CapturingPart>`
    select wanted.name, wanted.viewport, wanted.browser, taker.shard_index, taker.shard_total, taker.job, taker.run_key
    from unnest(${slotArrays(slots)}, ${slots.map(({ captureId }) => captureId)}::text[])
      wanted (name, viewport, browser, capture_id)
    join snapshots on snapshots.capture_id = wanted.capture_id and ${slotIn('snapshots')} = ${slotIn('wanted')}
    join captures taker on taker.id = coalesce(snapshots.carried_from, snapshots.capture_id)
    where taker.job is not null`.execute(database);
  return rows;
}

/** Whether there is another capture of the same suite, branch and commit, or another part of its run. */
export async function hasMates(
  database: Database,
  { id, suiteId, createdAt }: CaptureRow,
  place: Place,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from captures join projects on projects.id = captures.project_id
      where project_id = ${place.projectId} and commit = ${place.commit} and namespace = ${place.namespace}
        and ${lineOfRow('captures')} = ${lineNamed(place.branch, createdAt)} and not ephemeral and captures.id <> ${id}
        and (suite_id = ${suiteId} or shard_index is not null)
    ) found`.execute(database);
  return rows[0]?.found ?? false;
}

/** Another capture of a suite, branch and commit that has ended. */
export interface Mate extends Pick<CaptureRow, 'shardIndex' | 'shardTotal' | 'job' | 'runKey'> {
  captureId: string;
  /** It shows all that the head shows, which shows something. */
  hasAll: boolean;
}

/** The captures beside which a head may show a part only. */
export async function listMates(
  database: Database,
  head: Pick<CaptureRow, 'id' | 'suiteId' | 'createdAt'>,
  place: Place,
): Promise<Mate[]> {
  const { rows } = await sql<Mate>`
    with shown as (
      select name, viewport, browser from snapshots
      where capture_id = ${head.id} and hash is not null and carried_from is null
    )
    select captures.id capture_id, shard_index, shard_total, job, run_key,
      exists (select from shown) and not exists (
        select from shown where not exists (
          select from snapshots where capture_id = captures.id and ${slotIn('snapshots')} = ${slotIn('shown')}
            and hash is not null and carried_from is null)) has_all
    from captures join projects on projects.id = captures.project_id
    where project_id = ${place.projectId} and suite_id = ${head.suiteId} and commit = ${place.commit}
      and ${lineOfRow('captures')} = ${lineNamed(place.branch, head.createdAt)} and namespace = ${place.namespace}
      and not ephemeral and completed_at is not null and captures.id <> ${head.id}`.execute(database);
  return rows;
}

/** What some captures show that they took themselves. */
export const listShownSlots = (database: Database, captureIds: readonly string[]): Promise<Slot[]> =>
  captureIds.length === 0
    ? Promise.resolve([])
    : database
        .selectFrom('snapshots')
        .select(slotColumns)
        .distinct()
        .where('captureId', 'in', [...captureIds])
        .where('hash', 'is not', null)
        .where('carriedFrom', 'is', null)
        .execute();

/** A commit, whatever branches name it: who asks about one branch has to look at each capture. */
type AnyBranch = Omit<Place, 'branch'>;

/** Undecided removals of completed diffs at a commit. */
export async function listRemovals(
  database: Database,
  place: AnyBranch,
): Promise<(Slot & { diffId: string; captureId: string })[]> {
  const { rows } = await sql<Slot & { diffId: string; captureId: string }>`
    select diffs.id diff_id, head.id capture_id, results.name, results.viewport, results.browser
    from captures head
    join diffs on diffs.head_capture_id = head.id and diffs.status = 'completed' and diffs.base_capture_id is null
    join results on results.diff_id = diffs.id and results.status = 'removed' and results.approval_status <> 'approved'
    where head.project_id = ${place.projectId} and head.commit = ${place.commit}
      and head.namespace = ${place.namespace} and not head.ephemeral`.execute(database);
  return rows;
}

/** Diffs at a commit that are being computed. */
export async function listDiffsUnderWay(database: Database, place: AnyBranch): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select diffs.id from captures head join diffs on diffs.head_capture_id = head.id and diffs.status = 'processing'
    where head.project_id = ${place.projectId} and head.commit = ${place.commit}
      and head.namespace = ${place.namespace} and not head.ephemeral`.execute(database);
  return rows.map((row) => row.id);
}

/**
 * The newest diff of every suite in every run of shards at a commit on every branch, unless it took absence for removal
 * already.
 */
export async function listUnsettledShards(
  database: Database,
  place: AnyBranch,
): Promise<{ diffId: string; captureId: string }[]> {
  const { rows } = await sql<{ diffId: string; captureId: string; tookAbsence: boolean }>`
    select distinct on (head.suite_id, line, head.run_key, head.shard_total) diffs.id diff_id, head.id capture_id,
      diffs.took_absence
    from captures head
    join projects on projects.id = head.project_id
    join diffs on diffs.head_capture_id = head.id
    cross join lateral (select ${lineOfRow('head')} line) named
    where head.project_id = ${place.projectId} and head.commit = ${place.commit}
      and head.namespace = ${place.namespace} and not head.ephemeral and head.shard_index is not null and head.complete
      and diffs.base_capture_id is null and diffs.manifest is null
    order by head.suite_id, line, head.run_key, head.shard_total, head.completed_at desc, diffs.id desc`.execute(
    database,
  );
  return rows.filter(({ tookAbsence }) => !tookAbsence);
}
