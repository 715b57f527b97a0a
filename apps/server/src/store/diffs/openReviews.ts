import { sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import type { Database } from '../database.js';
import { isOneOf, slotIn } from '../slots.js';

/** The captures that a head may carry from: those of its branch, and of its commit (R23). */
export interface CarryScope {
  projectId: string;
  suiteId: number;
  namespace: string;
  branch: string;
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
}

/** What other captures of the same suite, branch and commit captured that have ended, the newest of each slot. */
export async function listSameCommitImages(database: Database, scope: CarryScope): Promise<CarriedRow[]> {
  if (scope.commit === null) return [];
  const { rows } = await sql<CarriedRow>`
    select distinct on (snapshots.name, snapshots.viewport, snapshots.browser)
      snapshots.name, snapshots.viewport, snapshots.browser, captures.id capture_id, snapshots.hash,
      images.pixel_hash pixels, snapshots.path, snapshots.threshold
    from captures
    join snapshots on snapshots.capture_id = captures.id and snapshots.hash is not null and snapshots.carried_from is null
    join images on images.project_id = snapshots.project_id and images.hash = snapshots.hash
    where captures.project_id = ${scope.projectId} and captures.suite_id = ${scope.suiteId}
      and captures.commit = ${scope.commit} and captures.branch = ${scope.branch}
      and captures.namespace = ${scope.namespace} and captures.completed_at is not null and not captures.ephemeral
      and captures.id <> ${scope.headCaptureId}
    order by snapshots.name, snapshots.viewport, snapshots.browser, captures.completed_at desc,
      captures.id desc`.execute(database);
  return rows;
}

/** A result of the branch that is undecided or rejected, and where it was captured. */
export interface OpenReview extends CarriedRow {
  commit: string | null;
}

/** A build with open reviews. */
export interface OpenBuild {
  captureId: string;
  commit: string | null;
  completedAt: Date | null;
}

/** What is undecided or rejected on the branch, whichever builds it is from. */
export async function listOpenReviews(database: Database, scope: CarryScope): Promise<OpenReview[]> {
  const { rows } = await sql<OpenReview>`
    select open.name, open.viewport, open.browser, open.capture_id, captures.commit, results.head_hash hash,
      images.pixel_hash pixels, results.path, results.threshold
    from open_reviews open
    join results on results.diff_id = open.diff_id and ${slotIn('results')} = ${slotIn('open')}
      and results.approval_status <> 'approved'
    join captures on captures.id = open.capture_id
    left join images on images.project_id = open.project_id and images.hash = results.head_hash
    where open.suite_id = ${scope.suiteId} and open.namespace = ${scope.namespace} and open.branch = ${scope.branch}
      and open.capture_id <> ${scope.headCaptureId}
    order by captures.completed_at, open.capture_id`.execute(database);
  return rows;
}

/** The builds of the branch that have open reviews, beside one. */
export async function listOpenBuilds(database: Database, scope: CarryScope): Promise<OpenBuild[]> {
  const { rows } = await sql<OpenBuild>`
    select distinct captures.id capture_id, captures.commit, captures.completed_at from open_reviews open
    join captures on captures.id = open.capture_id
    where open.suite_id = ${scope.suiteId} and open.namespace = ${scope.namespace} and open.branch = ${scope.branch}
      and open.capture_id <> ${scope.headCaptureId}`.execute(database);
  return rows;
}

/**
 * Ends the reviews that a diff supersedes: those of the given builds whose slots it captured.
 * @param told.complete nothing is missing from its capture, so a slot without a result is gone
 * @param told.carried what it shows of others' captures: those stay what there is to decide
 */
export async function endOpenReviews(
  transaction: Database,
  diffId: string,
  scope: CarryScope,
  captureIds: readonly string[],
  { complete, carried }: { complete: boolean; carried: readonly Slot[] },
): Promise<void> {
  await sql`
    delete from open_reviews open
    where suite_id = ${scope.suiteId} and namespace = ${scope.namespace} and branch = ${scope.branch}
      and capture_id = any(${captureIds}::text[]) and not ${isOneOf('open', carried)}
      and (${complete} or exists (
        select from results where diff_id = ${diffId} and ${slotIn('results')} = ${slotIn('open')}
          and status <> 'skipped'))`.execute(transaction);
}

/** Opens the reviews of a diff anew. @param except slots that a newer build has captured, or that the diff carries */
export async function openReviews(
  transaction: Database,
  diffId: string,
  { projectId, suiteId, namespace, branch, headCaptureId }: CarryScope,
  except: readonly Slot[],
): Promise<void> {
  await sql`delete from open_reviews where capture_id = ${headCaptureId} and diff_id = ${diffId}`.execute(
    transaction,
  );
  await sql`
    insert into open_reviews
      (project_id, suite_id, namespace, branch, name, viewport, browser, capture_id, diff_id)
    select ${projectId}, ${suiteId}, ${namespace}, ${branch}, name, viewport, browser, ${headCaptureId}, diff_id
    from results where diff_id = ${diffId} and status in ('changed', 'new', 'removed')
      and not ${isOneOf('results', except)}
    on conflict (suite_id, namespace, branch, name, viewport, browser, capture_id) do update
      set diff_id = excluded.diff_id`.execute(transaction);
}
