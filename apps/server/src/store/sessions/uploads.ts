import { type Insertable, sql } from 'kysely';
import type { Slot } from '../../domain/slot.js';
import { bytea } from '../bytea.js';
import type { CaptureRow } from '../captures/captures.js';
import type { Database } from '../database.js';
import type { DiffRow, LockedDiffRow } from '../diffs/diffs.js';
import { isStray } from '../isStray.js';
import { prepared } from '../prepared.js';
import { isSlot } from '../slots.js';
import type { Results } from '../tables.js';

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

/** The result of a slot that was told without comparing. */
export type AddedResult = Pick<
  Insertable<Results>,
  | 'status'
  | 'approvalStatus'
  | 'diffPercentage'
  | 'baseHash'
  | 'baselineSource'
  | 'baseFrom'
  | 'threshold'
  | 'antiAliasing'
  | 'ignored'
>;

/**
 * Adds a slot to a capture that is held, with its result where that is known, and counts it, in one statement.
 * @returns false when the capture has the slot already, or has ended; nothing is added then
 */
export async function addUpload(
  transaction: Database,
  { id: diffId, headCaptureId: captureId }: DiffRow,
  snapshot: AddedSnapshot,
  result: AddedResult | null,
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
        diff_percentage, head_hash, base_hash, baseline_source, base_origin, base_from, threshold, anti_aliasing, ignored, path)
      select project_id, ${diffId}, ${snapshot.name}, ${snapshot.viewport}, ${snapshot.browser}, 0, ${result?.status ?? null},
        ${result?.approvalStatus ?? null}, ${result?.diffPercentage ?? null}::float8, ${bytea(snapshot.hash)}::bytea,
        ${bytea(result?.baseHash ?? null)}::bytea, ${result?.baselineSource ?? null}, ${result?.baselineSource ?? null},
        ${result?.baseFrom ?? null}, ${result?.threshold ?? null}::float8,
        ${result?.antiAliasing ?? null}::boolean, ${result?.ignored ?? null}::jsonb, ${snapshot.path}::jsonb
      from counted where ${result !== null}
    )
    select from counted`.execute(transaction);
  return rows.length > 0;
}
