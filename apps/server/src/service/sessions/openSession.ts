import type { CreateSessionBody } from '@svc/schema';
import { describeSessionEnd } from '../../domain/captures/sessionEnd.js';
import { runColumns } from '../../domain/checks/runColumns.js';
import { ServiceError } from '../../domain/ServiceError.js';
import { insertCapture } from '../../store/captures/captures.js';
import type { Database } from '../../store/database.js';
import { insertDiff } from '../../store/diffs/diffs.js';
import { newId } from '../../store/newId.js';
import type { ProjectRow } from '../../store/projects/projects.js';
import { ensureSuite } from '../../store/projects/suites.js';
import {
  ensureReviewSession,
  findSessionSuite,
  insertSessionSuite,
  lockReviewSession,
  type ReviewSessionRow,
  type SessionSuite,
} from '../../store/sessions/reviewSessions.js';
import { holdOpenHead, type OpenHead } from '../../store/sessions/uploads.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { isHeldToEphemeral, refuseOtherBranches, refuseStrayUpload } from '../access/refuseStrayUpload.js';
import { endSuperseded } from '../captures/endSuperseded.js';
import { ephemeralEnd } from '../captures/expireCaptures.js';
import { askForPull } from '../commits/askForPull.js';
import type { Resources } from '../Resources.js';

/** What a session is made with by the first call that names it. */
export interface SessionStart extends Omit<CreateSessionBody, 'sessionId'> {
  id: string;
  /** Made for one upload that named no session. */
  implicit: boolean;
}

/**
 * The capture and diff of one suite in a session. The first call with an id makes the session, the first one with a suite
 * makes its capture and diff, whatever the number of parallel callers (R20).
 * @throws ServiceError SESSION_COMPLETED, SESSION_MISMATCH
 */
export async function openSession(
  resources: Pick<Resources, 'database' | 'queue' | 'commitGraphs'>,
  access: ProjectAccess,
  start: SessionStart,
): Promise<SessionSuite> {
  const { database } = resources;
  const { session, opened } = await database.transaction().execute(async (transaction) => {
    const session = await ensureSession(transaction, access, start);
    refuseStrayUpload(access, session, `session ${session.id}`);
    refuseMismatch(session, start);
    refuseEnded(session);
    const known = await findSessionSuite(transaction, session.projectId, session.id, start.suite);
    if (known) return { session, opened: known };
    // What is refused makes no suite either.
    const { id: suiteId } = await ensureSuite(transaction, session.projectId, start.suite);
    const made = await openSuite(transaction, session, suiteId, access.project);
    const place = { projectId: session.projectId, captureId: made.captureId };
    await askForPull(resources, transaction, place, session.ci);
    return { session, opened: made };
  });
  if (!session.implicit)
    await endSuperseded(resources, access.project, { ...session, suiteId: opened.suiteId });
  return opened;
}

/** The session of this id, made unless it exists, and held until the end of the transaction. */
export async function ensureSession(
  transaction: Database,
  access: ProjectAccess,
  start: Omit<SessionStart, 'suite'>,
): Promise<ReviewSessionRow> {
  const ephemeral = isHeldToEphemeral(access);
  if (!ephemeral) refuseOtherBranches(access, [start.branch]);
  await ensureReviewSession(transaction, {
    id: start.id,
    projectId: access.project.id,
    branch: start.branch,
    commit: start.commit,
    baselineRef: start.baselineRef ?? null,
    ...runColumns(start),
    ci: start.ci ? JSON.stringify(start.ci) : null,
    autoApprove: start.autoApprove,
    namespace: start.isLocal && !ephemeral ? access.namespace : '',
    ephemeral,
    history: start.history ?? [],
    actor: access.actor,
    exitCode: null,
    completedAt: null,
    implicit: start.implicit,
  });
  const session = await lockReviewSession(transaction, access.project.id, start.id);
  if (!session) throw new Error(`session ${start.id} is gone`);
  return session;
}

/**
 * The diff of a suite in a session that is open, which stays so until the end of the transaction; null when somebody has
 * yet to open it.
 * @throws ServiceError SESSION_COMPLETED, SESSION_MISMATCH
 */
export async function useSession(
  transaction: Database,
  access: ProjectAccess,
  start: SessionStart,
): Promise<OpenHead | null> {
  const head = await holdOpenHead(transaction, access.project.id, start.id, start.suite);
  if (!head) return null;
  refuseStrayUpload(access, head, `session ${start.id}`);
  refuseMismatch({ id: start.id, branch: head.sessionBranch, commit: head.sessionCommit }, start);
  refuseEnded({
    id: start.id,
    completedAt: head.sessionCompletedAt,
    expiredAt: head.sessionExpiredAt,
    cancelledBecause: head.sessionCancelledBecause,
  });
  return head;
}

/** R47: a session is of one commit and branch, so what is of another one is not filed under it. */
function refuseMismatch(
  { id, branch, commit }: Pick<ReviewSessionRow, 'id' | 'branch' | 'commit'>,
  start: Pick<SessionStart, 'branch' | 'commit'>,
): void {
  if (branch === start.branch && commit === start.commit) return;
  throw new ServiceError(
    'SESSION_MISMATCH',
    `Session ${id} is of commit ${commit} on branch "${branch}", not of commit ${start.commit} on branch "${start.branch}"; open a session for each commit and branch`,
  );
}

function refuseEnded(
  session: Pick<ReviewSessionRow, 'id' | 'completedAt' | 'expiredAt' | 'cancelledBecause'>,
): void {
  const { id, completedAt, expiredAt } = session;
  if (completedAt === null && expiredAt === null) return;
  const end = completedAt === null ? describeSessionEnd(session) : 'is completed';
  throw new ServiceError('SESSION_COMPLETED', `Session ${id} ${end}; open another one`);
}

async function openSuite(
  transaction: Database,
  session: ReviewSessionRow,
  suiteId: number,
  { threshold, sensitivity, antiAliasing }: Pick<ProjectRow, 'threshold' | 'sensitivity' | 'antiAliasing'>,
): Promise<SessionSuite> {
  const made = { suiteId, captureId: newId('capture'), diffId: newId('diff') };
  await insertCapture(transaction, {
    id: made.captureId,
    projectId: session.projectId,
    suiteId,
    mode: 'manual',
    branch: session.ephemeral ? null : session.branch,
    commit: session.ephemeral ? null : session.commit,
    baselineRef: session.baselineRef,
    checkout: session.ephemeral ? null : session.checkout,
    shardIndex: session.shardIndex,
    shardTotal: session.shardTotal,
    job: session.job,
    runKey: session.runKey,
    ci: session.ci && JSON.stringify(session.ci),
    open: true,
    namespace: session.namespace,
    autoApprove: session.autoApprove,
    history: session.history,
    actor: session.actor,
    completedAt: null,
    ephemeral: session.ephemeral,
    expiresAt: session.ephemeral ? ephemeralEnd() : null,
  });
  await insertDiff(transaction, {
    id: made.diffId,
    projectId: session.projectId,
    suiteId,
    headCaptureId: made.captureId,
    baseCaptureId: null,
    baselineRef: session.baselineRef,
    threshold,
    sensitivity,
    antiAliasing,
    judging: !session.ephemeral && session.namespace === '',
    manifest: null,
    targetRefs: null,
    history: session.history,
    baselineMark: null,
    error: null,
    completedAt: null,
  });
  await insertSessionSuite(transaction, session, made);
  return made;
}
