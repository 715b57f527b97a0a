import { type Insertable, type Selectable, sql } from 'kysely';
import { type Slot, slotKey } from '../../domain/slot.js';
import { bytea, byteas } from '../bytea.js';
import type { CaptureRow } from '../captures/captures.js';
import { insertSnapshots } from '../captures/insertSnapshots.js';
import type { Database } from '../database.js';
import type { LockedDiffRow } from '../diffs/diffs.js';
import { insertResults } from '../diffs/insertResults.js';
import { isStray } from '../isStray.js';
import { lookUpBy, prepared } from '../prepared.js';
import { isOneOf, isSlot, slotArrays, slotIn } from '../slots.js';
import type { Results, Snapshots } from '../tables.js';

/** The diff of a suite in a session, with what an upload has to know of its capture and of the session. */
export interface OpenHead
  extends LockedDiffRow,
    Pick<CaptureRow, 'autoApprove' | 'complete' | 'failedSnapshots' | 'actor'> {
  /** Of the session, which may have ended. */
  sessionBranch: string;
  sessionCommit: string;
  sessionCompletedAt: Date | null;
  sessionExpiredAt: Date | null;
  sessionCancelledBecause: string | null;
}

/**
 * The diff of a suite in a session, until the end of the transaction: the session does not end, and others that upload
 * into the capture waits. One look, since every upload begins with it. Undefined when nobody has opened it yet.
 */
export async function holdOpenHead(
  transaction: Database,
  projectId: string,
  sessionId: string,
  suite: string,
): Promise<OpenHead | undefined> {
  const { rows } = await sql<OpenHead>`
    select ${prepared} diffs.*, suites.name suite, head.branch, head.commit, head.checkout, head.namespace, head.ephemeral, head.exit_code, head.is_empty,
      ${isStray('head', 'diffs')} is_stray,
      head.auto_approve, head.actor, head.complete, head.failed_snapshots,
      session.branch session_branch, session.commit session_commit, session.completed_at session_completed_at,
      session.expired_at session_expired_at, session.cancelled_because session_cancelled_because
    from review_sessions session
    join suites on suites.project_id = session.project_id and suites.name = ${suite}
    join review_session_suites opened on opened.project_id = session.project_id and opened.session_id = session.id
      and opened.suite_id = suites.id
    join diffs on diffs.id = opened.diff_id
    join captures head on head.id = opened.capture_id
    where session.project_id = ${projectId} and session.id = ${sessionId}
    for share of session for no key update of head`.execute(transaction);
  return rows[0];
}

/** An image for a slot, and what its upload says of it. Objects are JSON text. */
export interface AddedSnapshot extends Slot {
  hash: string;
  path: string | null;
  metadata: string | null;
  autoApprove: boolean;
  /** The test that took it. */
  testId: string | null;
  threshold: number | null;
  antiAliasing: boolean | null;
  ignored: string | null;
}

/** A slot that is added, with its result where that is known. */
export interface AddedUpload {
  snapshot: AddedSnapshot;
  result: Insertable<Results> | null;
}

/**
 * Adds slots to a capture that is held, each once, with their results, and counts them.
 * @returns for each whether it was added: not where the capture has the slot already, nor where it has ended
 */
export async function addUploads(
  transaction: Database,
  head: OpenHead,
  uploads: readonly AddedUpload[],
): Promise<boolean[]> {
  const [first, ...others] = uploads;
  if (first && others.length === 0) return [await addOne(transaction, head, first)];
  const slots = uploads.map(({ snapshot }) => snapshot);
  const taken = new Set((await listTaken(transaction, head.headCaptureId, slots)).map(slotKey));
  const isFresh = uploads.map(({ snapshot }) => !taken.has(slotKey(snapshot)));
  const fresh = uploads.filter((_, index) => isFresh[index]);
  const start = fresh.length > 0 ? await takePlaces(transaction, head.headCaptureId, fresh.length) : null;
  if (start === null) return uploads.map(() => false);
  const { projectId, headCaptureId: captureId } = head;
  await insertSnapshots(
    transaction,
    fresh.map(({ snapshot }, index) => ({
      ...snapshot,
      projectId,
      captureId,
      position: start + index,
      status: 'captured',
    })),
  );
  await insertResults(
    transaction,
    fresh.flatMap(({ result }) => result ?? []),
  );
  return isFresh;
}

/** A slot that a capture has already. */
export type TakenSlot = Slot & Pick<Selectable<Snapshots>, 'hash' | 'testId'>;

/** Those of the slots that a capture has. */
export async function listTaken(
  transaction: Database,
  captureId: string,
  slots: readonly Slot[],
): Promise<TakenSlot[]> {
  const { rows } = await sql<TakenSlot>`
    select ${lookUpBy(slots).kept} name, viewport, browser, hash, test_id from snapshots
    where capture_id = ${captureId} and ${isOneOf('snapshots', slots)}`.execute(transaction);
  return rows;
}

/** Replaces what a capture that is held has in some slots, all of which have an image. An upload that names no test leaves the one that is named. */
export async function replaceUploads(
  transaction: Database,
  captureId: string,
  snapshots: readonly AddedSnapshot[],
): Promise<void> {
  if (snapshots.length === 0) return;
  const { kept } = lookUpBy(snapshots);
  await sql`
    ${kept} update snapshots set hash = given.hash, ignored = given.ignored::jsonb, path = given.path::jsonb,
      metadata = given.metadata::jsonb, auto_approve = given.auto_approve, test_id = coalesce(given.test_id, snapshots.test_id),
      threshold = given.threshold, anti_aliasing = given.anti_aliasing, uploaded_at = now()
    from unnest(${slotArrays(snapshots)}, ${byteas(snapshots.map(({ hash }) => hash))},
      ${snapshots.map(({ ignored }) => ignored)}::text[], ${snapshots.map(({ path }) => path)}::text[],
      ${snapshots.map(({ metadata }) => metadata)}::text[], ${snapshots.map(({ autoApprove }) => autoApprove)}::boolean[],
      ${snapshots.map(({ testId }) => testId)}::text[], ${snapshots.map(({ threshold }) => threshold)}::float8[],
      ${snapshots.map(({ antiAliasing }) => antiAliasing)}::boolean[])
      given (name, viewport, browser, hash, ignored, path, metadata, auto_approve, test_id, threshold, anti_aliasing)
    where snapshots.capture_id = ${captureId} and ${slotIn('snapshots')} = ${slotIn('given')}`.execute(
    transaction,
  );
}

/** Counts further snapshots of a capture that goes on, as `addOne` does; the position of the first, or null if it has ended. */
async function takePlaces(transaction: Database, captureId: string, count: number): Promise<number | null> {
  const { rows } = await sql<{ start: number }>`
    ${prepared} update captures set total_snapshots = total_snapshots + ${count}, completed_snapshots = completed_snapshots + ${count},
      status = case when status = 'pending' then 'processing' else status end
    where id = ${captureId} and open and status in ('pending', 'processing')
    returning total_snapshots - ${count} start`.execute(transaction);
  return rows[0]?.start ?? null;
}

/** In one statement, as tests upload one snapshot after the other. */
async function addOne(
  transaction: Database,
  { id: diffId, headCaptureId: captureId }: OpenHead,
  { snapshot, result }: AddedUpload,
): Promise<boolean> {
  const { rows } = await sql`
    ${prepared} with counted as (
      update captures set total_snapshots = total_snapshots + 1, completed_snapshots = completed_snapshots + 1,
        status = case when status = 'pending' then 'processing' else status end
      where id = ${captureId} and open and status in ('pending', 'processing') and not exists (
        select from snapshots where capture_id = ${captureId} and ${isSlot('snapshots', snapshot)})
      returning project_id, total_snapshots - 1 position
    ), added as (
      insert into snapshots (project_id, capture_id, name, viewport, browser, position, status, hash, path, metadata,
        auto_approve, test_id, threshold, anti_aliasing, ignored)
      select project_id, ${captureId}, ${snapshot.name}, ${snapshot.viewport}, ${snapshot.browser}, position, 'captured',
        ${bytea(snapshot.hash)}::bytea, ${snapshot.path}::jsonb, ${snapshot.metadata}::jsonb, ${snapshot.autoApprove}, ${snapshot.testId},
        ${snapshot.threshold}::float8, ${snapshot.antiAliasing}::boolean, ${snapshot.ignored}::jsonb
      from counted
    ), told as (
      insert into results (project_id, diff_id, name, viewport, browser, position, status, approval_status,
        diff_percentage, head_hash, base_hash, mask_hash, comparison_id, baseline_source, base_origin, base_from, base_entry_id,
        base_reason, newer_entry_id, threshold, anti_aliasing, ignored, path)
      select project_id, ${diffId}, ${snapshot.name}, ${snapshot.viewport}, ${snapshot.browser}, 0, ${result?.status ?? null},
        ${result?.approvalStatus ?? null}, ${result?.diffPercentage ?? null}::float8, ${bytea(snapshot.hash)}::bytea,
        ${bytea(result?.baseHash ?? null)}::bytea, ${bytea(result?.maskHash ?? null)}::bytea, ${result?.comparisonId ?? null}::bigint,
        ${result?.baselineSource ?? null}, ${result?.baselineSource ?? null}, ${result?.baseFrom ?? null}, ${result?.baseEntryId ?? null}::bigint,
        ${result?.baseReason ?? null}, ${result?.newerEntryId ?? null}::bigint, ${result?.threshold ?? null}::float8,
        ${result?.antiAliasing ?? null}::boolean, ${result?.ignored ?? null}::jsonb, ${snapshot.path}::jsonb
      from counted where ${result !== null}
    )
    select from counted`.execute(transaction);
  return rows.length > 0;
}
