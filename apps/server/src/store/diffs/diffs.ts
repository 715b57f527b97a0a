import type { AccessibilityCounts, DiffStatus } from '@svc/schema';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import { announce } from '../announcements/announce.js';
import type { Database } from '../database.js';
import { isStray } from '../isStray.js';
import { prepared } from '../prepared.js';
import { isOneOf, slotIn } from '../slots.js';
import type { Captures, Diffs, Results } from '../tables.js';
import { hasWords } from './hasWords.js';
import { hasUnignored, ignoredCount } from './ignoredChanges.js';
import { insertResults } from './insertResults.js';
import { isWaiting } from './waiting.js';

/** A diff with what it takes from its suite and head capture. */
export type DiffRow = Selectable<Diffs> &
  Pick<
    Selectable<Captures>,
    | 'branch'
    | 'commit'
    | 'checkout'
    | 'namespace'
    | 'ephemeral'
    | 'exitCode'
    | 'isEmpty'
    | 'failedSnapshots'
    | 'ci'
  > & {
    suite: string;
    /** Reviewable accessibility changes. */
    accessibility: AccessibilityCounts;
    /** Pending results whose change is ignored now. */
    ignoredCount: number;
  };

const summaryColumns = [
  'diffs.id',
  'diffs.status',
  'diffs.headCaptureId',
  'diffs.baseCaptureId',
  'diffs.baselineRef',
  'diffs.targetRefs',
  'diffs.createdAt',
  'diffs.threshold',
  'diffs.antiAliasing',
  'diffs.judging',
  'diffs.error',
  'diffs.changedCount',
  'diffs.newCount',
  'diffs.removedCount',
  'diffs.unchangedCount',
  'diffs.skippedCount',
  'diffs.pendingCount',
  'diffs.approvedCount',
  'diffs.rejectedCount',
  'diffs.awaitingCount',
] as const;
const captureColumns = [
  'captures.branch',
  'captures.commit',
  'captures.namespace',
  'captures.exitCode',
  'captures.isEmpty',
  'captures.failedSnapshots',
  'captures.ci',
] as const;

type NameIn<Column extends string> = Column extends `${string}.${infer Name}` ? Name : never;

/** What lists tell of a diff: not its manifest and history, which can have thousands of lines. */
export type DiffSummaryRow = Pick<
  DiffRow,
  | NameIn<(typeof summaryColumns)[number] | (typeof captureColumns)[number]>
  | 'suite'
  | 'accessibility'
  | 'ignoredCount'
>;

/** How many results a diff has. */
export const resultCount = (row: DiffRow): number =>
  row.changedCount + row.newCount + row.removedCount + row.unchangedCount + row.skippedCount;

/** What decides the conclusion of a diff. */
export interface DiffVerdictRow
  extends Pick<DiffRow, 'id' | 'suite' | 'status' | 'exitCode' | 'isEmpty' | 'failedSnapshots'> {
  /** A result or an accessibility change is rejected, waits for an approval, or is undecided and not ignored now. */
  isOpen: boolean;
}

/** A diff that is about to change, and whether it may promote. */
export interface LockedDiffRow extends DiffRow {
  /** It would promote to the default branch from a commit that is not on the branch it names (R41). */
  isStray: boolean;
}

export type ResultRow = Selectable<Results>;

const accessibilityCounts = sql<AccessibilityCounts>`(
  select jsonb_build_object('pending', count(*) filter (where change.approval_status = 'pending'),
    'approved', count(*) filter (where change.approval_status = 'approved'),
    'rejected', count(*) filter (where change.approval_status = 'rejected'))
  from accessibility_changes change where change.diff_id = diffs.id and change.reviewed)`;

const joinDiffs = (database: Database) =>
  database
    .selectFrom('diffs')
    .innerJoin('suites', 'suites.id', 'diffs.suiteId')
    .innerJoin('captures', 'captures.id', 'diffs.headCaptureId')
    .select('suites.name as suite');

const fromDiffs = (database: Database) =>
  joinDiffs(database).select(accessibilityCounts.as('accessibility')).select(ignoredCount.as('ignoredCount'));

const selectSummaries = (database: Database) =>
  fromDiffs(database).select(summaryColumns).select(captureColumns);

const selectDiffs = (database: Database) =>
  fromDiffs(database)
    .selectAll('diffs')
    .select(captureColumns)
    .select(['captures.checkout', 'captures.ephemeral']);

const selectForUpdate = (transaction: Database) =>
  selectDiffs(transaction).select(isStray('captures', 'diffs').as('isStray')).forNoKeyUpdate('diffs');

export const insertDiff = async (database: Database, diff: Insertable<Diffs>): Promise<void> => {
  await database.insertInto('diffs').values(diff).execute();
};

export const findDiff = (database: Database, projectId: string, id: string): Promise<DiffRow | undefined> =>
  selectDiffs(database)
    .where('diffs.projectId', '=', projectId)
    .where('diffs.id', '=', id)
    .modifyEnd(prepared)
    .executeTakeFirst();

/** The diff, held until the end of the transaction. */
export const lockDiff = (
  transaction: Database,
  projectId: string,
  id: string,
): Promise<LockedDiffRow | undefined> =>
  selectForUpdate(transaction)
    .where('diffs.projectId', '=', projectId)
    .where('diffs.id', '=', id)
    .executeTakeFirst();

/** What results of a diff refer to. */
export type DiffPlace = Pick<DiffRow, 'id' | 'headCaptureId' | 'suiteId' | 'pendingCount'>;

/** Without all that {@link findDiff} counts and joins. */
export const findDiffPlace = (
  database: Database,
  projectId: string,
  id: string,
): Promise<DiffPlace | undefined> =>
  database
    .selectFrom('diffs')
    .select(['id', 'headCaptureId', 'suiteId', 'pendingCount'])
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .modifyEnd(prepared)
    .executeTakeFirst();

/** The suite of a diff, without holding the diff; null when it is gone. */
export async function findSuiteOfDiff(database: Database, id: string): Promise<number | null> {
  const row = await database.selectFrom('diffs').select('suiteId').where('id', '=', id).executeTakeFirst();
  return row?.suiteId ?? null;
}

/** As {@link lockDiff}, for those who know a diff by its id alone. */
export const lockDiffById = (transaction: Database, id: string): Promise<LockedDiffRow | undefined> =>
  selectForUpdate(transaction).where('diffs.id', '=', id).executeTakeFirst();

/** Which diffs are listed. */
export interface DiffFilter {
  suite?: string | undefined;
  headCaptureId?: string | undefined;
  /** Only those that wait for this principal, named with an id, and whose branch has no newer capture in the suite. */
  waitingFor?: string | undefined;
  /** In lower case: all of them occur in what a diff is found by. */
  words?: readonly string[];
  /** Id of the diff after which the list continues. */
  before: string | null;
  limit: number;
}

/** Whether what waits is not all that is asked for. */
const isFiltered = ({ suite, headCaptureId, words = [] }: DiffFilter): boolean =>
  suite !== undefined || headCaptureId !== undefined || words.length > 0;

export const listDiffs = (
  database: Database,
  projectId: string,
  filter: DiffFilter,
): Promise<DiffSummaryRow[]> =>
  selectSummaries(database)
    .where('diffs.projectId', '=', projectId)
    .$if(filter.suite !== undefined, (query) => query.where('suites.name', '=', filter.suite ?? ''))
    .$if(filter.headCaptureId !== undefined, (query) =>
      query.where('diffs.headCaptureId', '=', filter.headCaptureId ?? ''),
    )
    .$if(filter.waitingFor !== undefined, (query) =>
      query.where(
        isWaiting(
          projectId,
          filter.waitingFor ?? '',
          filter.before,
          isFiltered(filter) ? null : filter.limit,
        ),
      ),
    )
    .$if((filter.words ?? []).length > 0, (query) =>
      query.where(hasWords(projectId, { ...filter, words: filter.words ?? [] })),
    )
    .$if(filter.before !== null, (query) => query.where('diffs.id', '<', filter.before ?? ''))
    .orderBy('diffs.id', 'desc')
    .limit(sql.lit(filter.limit))
    .$if((filter.words ?? []).length === 0, (query) => query.modifyEnd(prepared))
    .execute();

export const findDiffs = (database: Database, ids: readonly string[]): Promise<DiffRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : selectDiffs(database).where(sql<boolean>`diffs.id = any(${ids}::text[])`).modifyEnd(prepared).execute();

export const findDiffSummaries = (database: Database, ids: readonly string[]): Promise<DiffSummaryRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : selectSummaries(database)
        .where(sql<boolean>`diffs.id = any(${ids}::text[])`)
        .modifyEnd(prepared)
        .execute();

export const findDiffVerdicts = (database: Database, ids: readonly string[]): Promise<DiffVerdictRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : joinDiffs(database)
        .select([
          'diffs.id',
          'diffs.status',
          'captures.exitCode',
          'captures.isEmpty',
          'captures.failedSnapshots',
        ])
        .select(
          sql<boolean>`(rejected_count + awaiting_count + pending_accessibility_count > 0 or ${hasUnignored} or exists (
            select from accessibility_changes change
            where change.diff_id = diffs.id and change.reviewed and change.approval_status = 'rejected'))`.as(
            'isOpen',
          ),
        )
        .where(sql<boolean>`diffs.id = any(${ids}::text[])`)
        .modifyEnd(prepared)
        .execute();

/** Ids of the diffs that wait for a capture to end; those of sessions end with their session. */
export const listWaitingDiffs = async (database: Database, headCaptureId: string): Promise<string[]> => {
  const rows = await database
    .selectFrom('diffs')
    .select('id')
    .where('headCaptureId', '=', headCaptureId)
    .where('status', '=', 'processing')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('reviewSessionSuites').whereRef('diffId', '=', 'diffs.id').select('diffId'))),
    )
    .execute();
  return rows.map((row) => row.id);
};

/** Whether its head had a diff before. */
export async function isFurtherDiff(
  transaction: Database,
  { id, headCaptureId }: Pick<DiffRow, 'id' | 'headCaptureId'>,
): Promise<boolean> {
  const earlier = await transaction
    .selectFrom('diffs')
    .select('id')
    .where('headCaptureId', '=', headCaptureId)
    .where('id', '<', id)
    .limit(1)
    .executeTakeFirst();
  return earlier !== undefined;
}

/** The ending or the restart of a diff. */
export const setDiffStatus = async (
  database: Database,
  id: string,
  status: DiffStatus,
  error: string | null = null,
): Promise<void> => {
  await database
    .updateTable('diffs')
    .set({ status, error, completedAt: status === 'processing' ? null : sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute();
  await announce(database, { kind: 'diff', diffId: id });
};

/** What a diff keeps of the moment in which it is settled. */
export interface Settlement {
  /** The newest number of the baselines. */
  baselineMark: number;
  /** All parts of its run were there, so that absence could mean removal (R46). */
  tookAbsence: boolean;
  /** What it found unchanged stands at its commit (R5). */
  tellsPlaces: boolean;
}

export const setSettlement = async (
  database: Database,
  id: string,
  settlement: Settlement,
): Promise<void> => {
  await database.updateTable('diffs').set(settlement).where('id', '=', id).execute();
};

/**
 * Keeps the results of some slots of a diff that is still processing, in place of earlier ones of the same slots. Those
 * who do take turns.
 * @returns false when the diff has ended meanwhile and nothing was kept
 */
export async function keepResults(
  transaction: Database,
  diffId: string,
  results: Insertable<Results>[],
): Promise<boolean> {
  const open = await transaction
    .selectFrom('diffs')
    .select('id')
    .where('id', '=', diffId)
    .where('status', '=', 'processing')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!open) return false;
  await deleteResults(transaction, diffId, results);
  await insertResults(transaction, results);
  return true;
}

export async function deleteResults(
  transaction: Database,
  diffId: string,
  slots: readonly Slot[],
): Promise<void> {
  await sql`
    delete from results where diff_id = ${diffId} and ${isOneOf('results', slots)}`.execute(transaction);
}

/** Deletes the results of all other slots. */
export async function deleteResultsExcept(
  transaction: Database,
  diffId: string,
  slots: readonly Slot[],
): Promise<void> {
  await sql`
    delete from results where diff_id = ${diffId} and not ${isOneOf('results', slots)}`.execute(transaction);
}

/** What a result says of its slot beside the comparison of its images. */
export interface ResultPlace
  extends Slot,
    Pick<
      ResultRow,
      'position' | 'status' | 'baseFrom' | 'path' | 'baseEntryId' | 'baseReason' | 'newerEntryId' | 'carried'
    > {
  source: string | null;
}

/**
 * Puts results that hold a comparison already where they belong now, each as nobody had decided about it. Most are there:
 * what would be written again as it is would be a dead row each.
 */
export async function placeResults(
  transaction: Database,
  diffId: string,
  places: readonly ResultPlace[],
): Promise<void> {
  if (places.length === 0) return;
  await sql`
    update results set position = place.position, status = place.status, path = place.path,
      baseline_source = place.source, base_origin = place.source, base_from = place."baseFrom",
      base_entry_id = place."baseEntryId", base_reason = place."baseReason", newer_entry_id = place."newerEntryId",
      carried = place.carried, decided_by = null, decided_at = null, decision_id = null,
      approval_status = case when place.status = 'changed' then 'pending' else 'approved' end
    from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
      place (name text, viewport text, browser text, position int, status text, source text, "baseFrom" text,
        path jsonb, "baseEntryId" bigint, "baseReason" text, "newerEntryId" bigint, carried boolean)
    where results.diff_id = ${diffId} and ${slotIn('results')} = ${slotIn('place')}
      and ((results.position, results.status, results.path, baseline_source, base_origin, base_from, base_entry_id,
          base_reason, newer_entry_id, results.carried, approval_status)
        is distinct from (place.position, place.status, place.path, place.source, place.source, place."baseFrom",
          place."baseEntryId", place."baseReason", place."newerEntryId", place.carried,
          case when place.status = 'changed' then 'pending' else 'approved' end)
        or num_nonnulls(decided_by, decided_at, decision_id) > 0)`.execute(transaction);
}

/** The newest completed diffs of a suite that have a result which is not approved. */
export const listDiffsInReview = (database: Database, suiteId: number, limit: number): Promise<DiffRow[]> =>
  selectDiffs(database)
    .where('diffs.suiteId', '=', suiteId)
    .where(sql<boolean>`diffs.status = 'completed' and (diffs.pending_count > 0 or diffs.rejected_count > 0)`)
    .orderBy('diffs.id', 'desc')
    .limit(sql.lit(limit))
    .modifyEnd(prepared)
    .execute();
