import { randomUUID } from 'node:crypto';
import { type Selectable, sql } from 'kysely';
import type { CheckRunState } from '../../domain/checks/describeCheckRun.js';
import type { Database } from '../database.js';
import { newId } from '../newId.js';
import { prepared } from '../prepared.js';
import type { CheckRuns } from '../tables.js';

type CheckRunRow = Selectable<CheckRuns>;

/** What a check run is about: a suite at a commit, or with no suite the whole commit. */
export type CheckRunSubject = Pick<CheckRunRow, 'projectId' | 'commit' | 'suiteId'>;

/** Makes the check run unless it exists: one of a suite and commit, and one of a commit (R26). */
export async function ensureCheckRun(transaction: Database, subject: CheckRunSubject): Promise<void> {
  await transaction
    .insertInto('checkRuns')
    .values({ id: newId('check'), ...subject })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** The check run of a whole commit, held until the end of the transaction, so that its reports are read in turns. */
export const lockCommitCheckRun = (
  transaction: Database,
  projectId: string,
  commit: string,
): Promise<{ id: string } | undefined> =>
  transaction
    .selectFrom('checkRuns')
    .select('id')
    .where('projectId', '=', projectId)
    .where('commit', '=', commit)
    .where('suiteId', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** Holds the check runs of some commits, in the order of the commits, so that nobody who does so waits in a circle. */
export async function lockCommitCheckRuns(
  transaction: Database,
  projectId: string,
  commits: readonly string[],
): Promise<void> {
  await sql`
    select ${prepared} from check_runs
    where project_id = ${projectId} and commit = any(${commits}::text[]) and suite_id is null
    order by commit collate "C" for update`.execute(transaction);
}

/** The check runs of the suites of a commit. */
export const listSuiteCheckRuns = (
  database: Database,
  projectId: string,
  commit: string,
): Promise<{ id: string; suite: string }[]> =>
  database
    .selectFrom('checkRuns')
    .innerJoin('suites', 'suites.id', 'checkRuns.suiteId')
    .select(['checkRuns.id', 'suites.name as suite'])
    .where('checkRuns.projectId', '=', projectId)
    .where('checkRuns.commit', '=', commit)
    .execute();

/** Says which diff a check leads to. */
export const setCheckRunDiff = async (
  transaction: Database,
  id: string,
  diffId: string | null,
): Promise<void> => {
  await transaction.updateTable('checkRuns').set({ diffId }).where('id', '=', id).execute();
};

/** Has the check of a commit judged again at some time, or no more. */
export const setJudgeAgainAt = async (transaction: Database, id: string, at: Date | null): Promise<void> => {
  await transaction
    .updateTable('checkRuns')
    .set({ judgeAgainAt: at, judgeAttempts: 0 })
    .where('id', '=', id)
    .execute();
};

/**
 * Has the checks of some commits judged as soon as this transaction ends. They are held from then on, like those that are
 * judged in it.
 */
export async function judgeChecksSoon(
  transaction: Database,
  projectId: string,
  commits: readonly string[],
): Promise<void> {
  if (commits.length === 0) return;
  await sql`
    update check_runs set judge_again_at = now()
    where project_id = ${projectId} and commit = any(${commits}::text[]) and suite_id is null`.execute(
    transaction,
  );
}

/** The check run of a commit that has to be judged again. */
export type OverdueCheckRun = Pick<CheckRunRow, 'id' | 'projectId' | 'commit' | 'judgeAttempts'>;

/** Holds the check run of the commit that has waited longest to be judged again, of those that nobody else holds: at most one. */
export async function lockOverdueCheckRun(transaction: Database): Promise<OverdueCheckRun[]> {
  const { rows } = await sql<OverdueCheckRun>`
    select ${prepared} id, project_id, commit, judge_attempts from check_runs where judge_again_at <= now()
    order by judge_again_at limit 1 for update skip locked`.execute(transaction);
  return rows;
}

/** Has the check of a commit judged later than it is due, since that failed. */
export const postponeJudging = async (database: Database, id: string, seconds: number): Promise<void> => {
  await sql`
    update check_runs set judge_attempts = judge_attempts + 1,
      judge_again_at = now() + ${seconds} * interval '1 second'
    where id = ${id} and judge_again_at <= now()`.execute(database);
};

/**
 * Says what the host is to show. The same again is not delivered again, unless its delivery was given up: a commit may have been
 * pushed since the build before.
 */
export async function setCheckRunState(
  transaction: Database,
  id: string,
  state: CheckRunState,
): Promise<void> {
  await sql`
    update check_runs set desired = ${JSON.stringify(state)}::jsonb, version = version + 1,
      attempts = 0, next_attempt_at = case when lease is null then now() else next_attempt_at end
    where id = ${id} and (desired is distinct from ${JSON.stringify(state)}::jsonb
      or (delivered_version < version and next_attempt_at = 'infinity'))`.execute(transaction);
}

/** Has the checks of a commit delivered again, though their states are the same. */
export async function showCheckRunsAgain(
  transaction: Database,
  projectId: string,
  commit: string,
): Promise<void> {
  await sql`
    update check_runs set version = version + 1, attempts = 0,
      next_attempt_at = case when lease is null then now() else next_attempt_at end
    where project_id = ${projectId} and commit = ${commit} and desired is not null`.execute(transaction);
}

/** The addresses on the host of the checks of these diffs' suites and commits, by diff. */
export async function listCheckRunUrls(
  database: Database,
  diffIds: readonly string[],
): Promise<Map<string, string | null>> {
  if (diffIds.length === 0) return new Map();
  const rows = await database
    .selectFrom('diffs')
    .innerJoin('captures as head', 'head.id', 'diffs.headCaptureId')
    .innerJoin('checkRuns as run', (join) =>
      join
        .onRef('run.projectId', '=', 'diffs.projectId')
        .onRef('run.commit', '=', 'head.commit')
        .onRef('run.suiteId', '=', 'diffs.suiteId'),
    )
    .select(['diffs.id', 'run.url'])
    .where(sql<boolean>`diffs.id = any(${diffIds}::text[])`)
    .where('diffs.judging', '=', true)
    .modifyEnd(prepared)
    .execute();
  return new Map(rows.map((row) => [row.id, row.url]));
}

/** A check run that its host does not show as it should, lent to one deliverer. */
export interface DueCheckRun
  extends CheckRunSubject,
    Pick<CheckRunRow, 'id' | 'diffId' | 'version' | 'hostId'> {
  suite: string | null;
  desired: CheckRunState;
  /** Deliveries of this version that were begun before. */
  attempts: number;
  lease: string;
}

/**
 * Lends due check runs of projects that have a code host to the caller for `leaseSeconds`. The projects take turns; of each
 * the longest due come first. One that is not reported on in that time is lent again: deliveries happen at least once.
 * @param options.mostOfProject check runs of one project that the caller has at the same time
 * @param options.underWay the projects of those that it has already
 * @param options.only some check runs; null for all
 */
export async function takeDueCheckRuns(
  database: Database,
  options: {
    limit: number;
    mostOfProject: number;
    underWay: readonly string[];
    leaseSeconds: number;
    only: readonly string[] | null;
  },
): Promise<DueCheckRun[]> {
  const { rows } = await sql<DueCheckRun>`
    with due as (
      select run.id from code_hosts cross join lateral (
        select id, row_number() over (order by next_attempt_at) + (
          select count(*) from unnest(${options.underWay}::text[]) other (project_id)
          where other.project_id = code_hosts.project_id) turn
        from (
          select id, next_attempt_at from check_runs
          where project_id = code_hosts.project_id and delivered_version < version and next_attempt_at <= now()
            and (${options.only}::text[] is null or id = any(${options.only}::text[]))
          order by next_attempt_at limit ${options.limit}
        ) first
      ) queued join check_runs run on run.id = queued.id
      where (paused_until is null or paused_until <= now()) and turn <= ${options.mostOfProject}
        and run.delivered_version < run.version and run.next_attempt_at <= now()
      order by turn, run.next_attempt_at limit ${options.limit} for update of run skip locked
    ), lent as (
      update check_runs set lease = ${randomUUID()}::uuid, attempts = attempts + 1,
        next_attempt_at = now() + ${options.leaseSeconds} * interval '1 second'
      from due where check_runs.id = due.id returning check_runs.*
    )
    select lent.id, lent.project_id, lent.commit, lent.suite_id, lent.diff_id, suites.name suite,
      lent.desired, lent.version, lent.host_id, lent.attempts - 1 attempts, lent.lease
    from lent left join suites on suites.id = lent.suite_id
    order by lent.id`.execute(database);
  return rows;
}

/** Check runs of the suites of these diffs at their commits. */
export async function listCheckRunsOfDiffs(
  database: Database,
  diffIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct run.id from diffs join captures head on head.id = diffs.head_capture_id
    join check_runs run on run.project_id = diffs.project_id and run.commit = head.commit
      and run.suite_id = diffs.suite_id
    where diffs.id = any(${diffIds}::text[]) and diffs.judging`.execute(database);
  return rows.map((row) => row.id);
}

/** Whether a host has yet to give one of these check runs an address, in a delivery that is due or under way. */
export async function isDeliveryPending(database: Database, ids: readonly string[]): Promise<boolean> {
  const { rows } = await sql<{ pending: boolean }>`
    select exists (
      select from check_runs join code_hosts on code_hosts.project_id = check_runs.project_id
      where id = any(${ids}::text[]) and check_runs.url is null and delivered_version < version
        and (lease is not null or next_attempt_at <= now()) and (paused_until is null or paused_until <= now())
    ) pending`.execute(database);
  return rows[0]?.pending ?? false;
}

/** Whether the code host of a project shows the checks of a commit, or will: there is one, and it refused none of them. */
export async function isVerdictShown(
  database: Database,
  projectId: string,
  commit: string,
): Promise<boolean> {
  const { rows } = await sql<{ shown: boolean }>`
    select exists (select from code_hosts where project_id = ${projectId}) and not exists (
      select from check_runs where project_id = ${projectId} and commit = ${commit}
        and delivered_version < version and next_attempt_at = 'infinity'
    ) shown`.execute(database);
  return rows[0]?.shown ?? false;
}

/** What a host shows of a check run. */
interface ShownRun {
  hostId: string | null;
  url: string | null;
}

/**
 * Records that the host shows the version that was lent, and what it refused beside that (null for nothing). A process that lost the
 * lease meanwhile may have overwritten something newer there, so the run becomes due again.
 */
export async function markDelivered(
  database: Database,
  run: Pick<DueCheckRun, 'id' | 'version' | 'lease'>,
  shown: ShownRun,
  error: string | null = null,
): Promise<void> {
  await sql`
    update check_runs set host_id = ${shown.hostId}, url = ${shown.url}, last_error = ${error},
      delivered_version = case when lease = ${run.lease}::uuid then ${run.version} else delivered_version end,
      version = case when lease = ${run.lease}::uuid then version else version + 1 end,
      attempts = case when lease = ${run.lease}::uuid then 0 else attempts end,
      next_attempt_at = case when lease = ${run.lease}::uuid or lease is null then now() else next_attempt_at end,
      lease = case when lease = ${run.lease}::uuid then null else lease end
    where id = ${run.id}`.execute(database);
}

/**
 * Records a failed delivery; the run is due again after `retrySeconds`, or with null once there is something newer to
 * show. Nothing changes for one who lost the lease.
 * @param failure.shown what the host shows nevertheless
 */
export async function markUndelivered(
  database: Database,
  run: Pick<DueCheckRun, 'id' | 'version' | 'lease'>,
  failure: { error: string | null; retrySeconds: number | null; shown?: ShownRun },
): Promise<void> {
  const { error, retrySeconds, shown } = failure;
  await sql`
    update check_runs set last_error = ${error}, lease = null,
      host_id = coalesce(${shown?.hostId ?? null}, host_id), url = coalesce(${shown?.url ?? null}, url),
      next_attempt_at = case
      when ${retrySeconds}::float8 is not null then now() + ${retrySeconds} * interval '1 second'
      when version > ${run.version} then now() else 'infinity' end
    where id = ${run.id} and lease = ${run.lease}::uuid`.execute(database);
}

/** Forgets what a host showed; what comes from now on is for another one. */
export const restartCheckRuns = async (database: Database, projectId: string): Promise<void> => {
  await sql`
    update check_runs set host_id = null, url = null, last_error = null, lease = null, attempts = 0,
      delivered_version = version, next_attempt_at = now()
    where project_id = ${projectId}`.execute(database);
};

/** Delivers once more what could not be shown, in whole or in part, on the code host of a project. */
export const retryCheckRuns = async (database: Database, projectId: string): Promise<void> => {
  await sql`
    update check_runs set version = version + 1, last_error = null, attempts = 0,
      next_attempt_at = case when lease is null then now() else next_attempt_at end
    where project_id = ${projectId} and last_error is not null`.execute(database);
};

/** A check run, as the API answers it. */
export interface ListedCheckRun extends Pick<CheckRunRow, 'id' | 'diffId' | 'commit' | 'url' | 'attempts'> {
  suite: string | null;
  desired: CheckRunState;
  isShown: boolean;
  /** Null when nothing is planned. */
  nextAttemptAt: Date | null;
  error: string | null;
}

/** Check runs of a project, newest first. */
export async function listCheckRuns(
  database: Database,
  projectId: string,
  options: { commit: string | null; limit: number },
): Promise<ListedCheckRun[]> {
  const { rows } = await sql<ListedCheckRun>`
    select run.id, run.diff_id, suites.name suite, run.commit, run.desired, run.url, run.attempts,
      run.delivered_version = run.version is_shown, run.last_error error,
      case when run.delivered_version < run.version then nullif(run.next_attempt_at, 'infinity') end next_attempt_at
    from check_runs run left join suites on suites.id = run.suite_id
    where run.project_id = ${projectId} and run.version > 0
      and (${options.commit}::text is null or run.commit = ${options.commit})
    order by run.id desc limit ${options.limit}`.execute(database);
  return rows;
}

/** Makes a check run due at once, whether or not its host shows it; false when the project has no such. */
export async function requestCheckRun(database: Database, projectId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update check_runs set version = version + 1, attempts = 0,
      next_attempt_at = case when lease is null then now() else next_attempt_at end
    where project_id = ${projectId} and id = ${id}`.execute(database);
  return numAffectedRows === 1n;
}

/** What a check run is about. */
export type FoundCheckRun = CheckRunSubject & { id: string; suite: string | null };

/** The check run of an id; undefined where there is none. */
export const findCheckRunById = (database: Database, id: string): Promise<FoundCheckRun | undefined> =>
  database
    .selectFrom('checkRuns')
    .leftJoin('suites', 'suites.id', 'checkRuns.suiteId')
    .select([
      'checkRuns.id',
      'checkRuns.projectId',
      'checkRuns.commit',
      'checkRuns.suiteId',
      'suites.name as suite',
    ])
    .where('checkRuns.id', '=', id)
    .executeTakeFirst();

/** The check runs of a commit in the projects that are connected with a repository of GitHub, by its number. */
export async function listCheckRunsOnGithub(
  database: Database,
  repositoryId: string,
  commit: string,
): Promise<FoundCheckRun[]> {
  const { rows } = await sql<FoundCheckRun>`
    select run.id, run.project_id, run.commit, run.suite_id, suites.name suite
    from code_repositories repository
    join code_hosts host on host.code_repository_id = repository.id and host.kind = 'github'
    join check_runs run on run.project_id = host.project_id and run.commit = ${commit}
    left join suites on suites.id = run.suite_id
    where repository.repository_id = ${repositoryId} order by run.id`.execute(database);
  return rows;
}
