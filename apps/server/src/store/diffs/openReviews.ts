import type { IgnoredRegion } from '@svc/schema';
import { sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import type { ReviewEnd } from '../columnTypes.js';
import type { Database } from '../database.js';
import { type BranchScope, isOfLine } from '../isOfLine.js';
import { isOneOf, slotArrays, slotIn } from '../slots.js';

/** The captures that a head may carry from: those of its branch, and of its commit (R23). */
export interface CarryScope extends BranchScope {
  commit: string | null;
  headCaptureId: string;
}

export interface CarriedRow extends Slot {
  captureId: string;
  /** Null for a removal. */
  hash: string | null;
  pixels: string | null;
  path: string[] | null;
  /** Of its own; null for the diff's. */
  threshold: number | null;
  antiAliasing: boolean | null;
  /** Boxes of the image that are ignored. */
  ignored: IgnoredRegion[] | null;
}

/** What other captures of the same suite, branch and commit captured that have ended, the newest of each slot. */
export async function listSameCommitImages(database: Database, scope: CarryScope): Promise<CarriedRow[]> {
  if (scope.commit === null) return [];
  const { rows } = await sql<CarriedRow>`
    select distinct on (snapshots.name, snapshots.viewport, snapshots.browser)
      snapshots.name, snapshots.viewport, snapshots.browser, captures.id capture_id, snapshots.hash,
      images.pixel_hash pixels, snapshots.path, snapshots.threshold, snapshots.anti_aliasing, snapshots.ignored
    from captures
    join snapshots on snapshots.capture_id = captures.id and snapshots.hash is not null and snapshots.carried_from is null
    join images on images.project_id = snapshots.project_id and images.hash = snapshots.hash
    where captures.project_id = ${scope.projectId} and captures.suite_id = ${scope.suiteId}
      and captures.commit = ${scope.commit} and ${isOfLine('captures', scope.branch, scope)}
      and captures.namespace = ${scope.namespace} and captures.completed_at is not null and not captures.ephemeral
      and captures.id <> ${scope.headCaptureId}
    order by snapshots.name, snapshots.viewport, snapshots.browser, captures.completed_at desc,
      captures.id desc`.execute(database);
  return rows;
}

/** A result of the branch that is undecided or rejected, and where it was captured. */
export interface OpenReview extends CarriedRow {
  commit: string | null;
  /** Builds that captured the slot since; none of them follows another. */
  ends: ReviewEnd[];
}

/** A build with reviews that the same builds ended, or none. */
export interface OpenBuild extends Pick<OpenReview, 'captureId' | 'commit' | 'ends'> {
  completedAt: Date | null;
}

/**
 * What is undecided or rejected on the branch, whichever builds it is from and whichever ended it. Each is looked up by its key: a
 * planner that expects few of a branch would compare all with all.
 */
export async function listOpenReviews(database: Database, scope: CarryScope): Promise<OpenReview[]> {
  const { rows } = await sql<OpenReview>`
    select open.name, open.viewport, open.browser, open.capture_id, captures.commit, results.head_hash hash,
      open.ends, images.pixel_hash pixels, results.path, results.threshold, results.anti_aliasing, own.ignored
    from open_reviews open
    cross join lateral (
      select status, approval_status, head_hash, path, threshold, anti_aliasing from results
      where diff_id = open.diff_id and ${slotIn('results')} = ${slotIn('open')} offset 0
    ) results
    join captures on captures.id = open.capture_id
    left join lateral (
      select pixel_hash from images where project_id = open.project_id and hash = results.head_hash offset 0
    ) images on true
    left join lateral (
      select ignored from snapshots own where own.capture_id = open.capture_id and ${slotIn('own')} = ${slotIn('open')} offset 0
    ) own on true
    where open.suite_id = ${scope.suiteId} and open.namespace = ${scope.namespace} and open.branch = ${scope.branch}
      and open.capture_id <> ${scope.headCaptureId}
      and results.status in ('changed', 'new', 'removed') and results.approval_status <> 'approved'
    order by captures.completed_at, open.capture_id`.execute(database);
  return rows;
}

/** The builds of the branch that have reviews, beside one. */
export async function listOpenBuilds(database: Database, scope: CarryScope): Promise<OpenBuild[]> {
  const { rows } = await sql<OpenBuild>`
    select distinct captures.id capture_id, captures.commit, captures.completed_at, open.ends from open_reviews open
    join captures on captures.id = open.capture_id
    where open.suite_id = ${scope.suiteId} and open.namespace = ${scope.namespace} and open.branch = ${scope.branch}
      and open.capture_id <> ${scope.headCaptureId}`.execute(database);
  return rows;
}

/** Reviews of a slot that are kept after their end, the newest: an animation may leave one with every build. */
const mostEnded = 20;

/**
 * Ends the reviews of some builds whose slots a diff has captured, or of which it tells that they are gone. A removal is not
 * ended by a diff that says nothing of the slot: its approval may be taken back.
 * @param superseded with the ends that the reviews have
 * @param complete nothing is missing from its capture
 */
export async function endOpenReviews(
  transaction: Database,
  diffId: string,
  scope: CarryScope,
  superseded: readonly OpenBuild[],
  complete: boolean,
): Promise<void> {
  const { suiteId, namespace, branch, commit, headCaptureId } = scope;
  const isEnded = (builds: readonly OpenBuild[]) => sql`
    open.suite_id = ${suiteId} and open.namespace = ${namespace} and open.branch = ${branch}
      and (open.capture_id, open.ends) in (select * from unnest(${builds.map((build) => build.captureId)}::text[],
        ${builds.map(({ ends }) => JSON.stringify(ends))}::jsonb[]))
      and case when exists (select from results where diff_id = ${diffId} and ${slotIn('results')} = ${slotIn('open')})
        then exists (select from results where diff_id = ${diffId} and ${slotIn('results')} = ${slotIn('open')}
          and status <> 'skipped' and not carried)
        else ${complete} and not exists (
          select from results where diff_id = open.diff_id and ${slotIn('results')} = ${slotIn('open')} and head_hash is null)
        end`;
  // A head that has seen the one has seen the other.
  const isForAll = (build: OpenBuild) => build.commit === null || commit === null || build.commit === commit;
  const forAll = superseded.filter(isForAll);
  if (forAll.length > 0)
    await sql`delete from open_reviews open where ${isEnded(forAll)}`.execute(transaction);
  const others = superseded.filter((build) => !isForAll(build));
  if (others.length === 0) return;
  const end: ReviewEnd[] = commit === null ? [] : [{ capture: headCaptureId, commit }];
  await sql`
    update open_reviews open set ends = open.ends || ${JSON.stringify(end)}::jsonb where ${isEnded(others)}`.execute(
    transaction,
  );
  await sql`
    delete from open_reviews where ctid = any(array(
      select row from (
        select ctid row, row_number() over (partition by name, viewport, browser order by capture_id desc) place
        from open_reviews
        where suite_id = ${suiteId} and namespace = ${namespace} and branch = ${branch} and ends <> '[]'
      ) ended
      where place > ${mostEnded}))`.execute(transaction);
}

/**
 * Opens the reviews of a diff again; those that have ended stay so.
 * @param told.except slots that the diff carries, or that a later build of the commit has captured
 * @param told.ended slots that newer builds have captured
 */
export async function openReviews(
  transaction: Database,
  diffId: string,
  { projectId, suiteId, namespace, branch, headCaptureId }: CarryScope,
  { except, ended }: { except: readonly Slot[]; ended: readonly (Slot & { ends: readonly ReviewEnd[] })[] },
): Promise<void> {
  await sql`
    delete from open_reviews where capture_id = ${headCaptureId} and diff_id = ${diffId} and ends = '[]'`.execute(
    transaction,
  );
  await sql`
    insert into open_reviews
      (project_id, suite_id, namespace, branch, name, viewport, browser, capture_id, diff_id, ends)
    select ${projectId}, ${suiteId}, ${namespace}, ${branch}, results.name, results.viewport, results.browser,
      ${headCaptureId}, results.diff_id, coalesce(ended.ends, '[]')
    from results
    left join unnest(${slotArrays(ended)}, ${ended.map(({ ends }) => JSON.stringify(ends))}::jsonb[])
      ended (name, viewport, browser, ends) on ${slotIn('ended')} = ${slotIn('results')}
    where results.diff_id = ${diffId} and results.status in ('changed', 'new', 'removed')
      and not ${isOneOf('results', except)}
    on conflict (suite_id, namespace, branch, name, viewport, browser, capture_id) do update
      set diff_id = excluded.diff_id`.execute(transaction);
}

/** What is undecided on a branch that is renamed is undecided under its new name. */
export const moveOpenReviews = async (
  transaction: Database,
  projectId: string,
  { from, to }: { from: string; to: string },
): Promise<void> => {
  await sql`update open_reviews set branch = ${to} where project_id = ${projectId} and branch = ${from}`.execute(
    transaction,
  );
};
