import type { CompletedSession } from '@svc/schema';
import { sessionIsOver } from '../../domain/captures/sessionEnd.js';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import { slotOf } from '../../domain/slot.js';
import {
  findCapturesByIds,
  lockCapture,
  recountCapture,
  setCaptureRun,
  setPartial,
} from '../../store/captures/captures.js';
import { insertSnapshots } from '../../store/captures/insertSnapshots.js';
import { isVerdictShown, listCheckRunUrls } from '../../store/checks/checkRuns.js';
import type { Database } from '../../store/database.js';
import { findDiffs } from '../../store/diffs/diffs.js';
import { listChangedNames } from '../../store/diffs/results.js';
import {
  findReviewSession,
  listSessionSuites,
  lockReviewSession,
  type ReviewSessionRow,
  type SessionSuite,
  setSessionCompleted,
} from '../../store/sessions/reviewSessions.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { refuseStrayUpload } from '../access/refuseStrayUpload.js';
import { finishCapture } from '../captures/finishCapture.js';
import { openCheckRuns, openCommitCheck, updateCheckRuns } from '../checks/updateCheckRuns.js';
import { deliverPromptly } from '../codeHosts/deliverPromptly.js';
import { patience, verifyClaim } from '../commits/verifyClaim.js';
import { compareMissing, type PreparedDiff, prepareDiff } from '../diffs/prepareDiff.js';
import { presentDiffSummary } from '../diffs/readDiffs.js';
import { settleDiff } from '../diffs/settleDiff.js';
import type { Resources } from '../Resources.js';
import { compareAgain } from '../stale/compareAgain.js';
import { findOutdatedBefore } from '../stale/findOutdatedBefore.js';
import { ensureSession, type SessionStart } from './openSession.js';

/** How a run ended. */
export interface RunEnd {
  exitCode: number;
  /** Nothing of its suites is missing, so that absence means removal (R24). */
  complete?: boolean | undefined;
  /** That no snapshot arrived is not a failure (R25). */
  allowEmpty?: boolean | undefined;
  /** What the session is made with where nobody uploaded into it; absent when that is not known. */
  start?: Omit<SessionStart, 'suite' | 'id'> | undefined;
}

type Answer = CompletedSession['diffs'];

interface Completed {
  session: ReviewSessionRow;
  answer: Answer;
}

/** How often images are compared because something is new since the last look. */
const maximumRounds = 50;

/**
 * Completes a session in one transaction: what was not captured is carried forward, diffs are settled, promotions and
 * check runs are made (R22). The same call again gives the same answer; a run that failed promotes nothing automatically
 * (R18).
 * @throws ServiceError SESSION_NOT_FOUND, SESSION_COMPLETED when it was completed with another exit code or has expired
 */
export async function completeSession(
  resources: Resources,
  access: ProjectAccess,
  sessionId: string,
  end: RunEnd,
): Promise<CompletedSession> {
  const left = await verifySession(resources, access, sessionId);
  for (let round = 0; round < maximumRounds; round++) {
    try {
      const completed = await resources.database
        .transaction()
        .execute((transaction) => complete({ ...resources, database: transaction }, access, sessionId, end));
      return present(resources, access, completed, left);
    } catch (error) {
      if (!(error instanceof ComparisonsMissing)) throw error;
      for (const prepared of error.diffs) await compareMissing(resources, prepared);
    }
  }
  throw new Error(`the images of session ${sessionId} kept changing while it was completed`);
}

/**
 * Asks the code host whether the session's commit is where it says.
 * @returns milliseconds that the host may still take for the rest of the completion (R26)
 */
async function verifySession(
  resources: Resources,
  { project }: ProjectAccess,
  sessionId: string,
): Promise<number> {
  const began = performance.now();
  const session = await findReviewSession(resources.database, project.id, sessionId);
  if (session?.completedAt === null && session.namespace === '' && !session.ephemeral)
    await verifyClaim(resources, project, session);
  return Math.max(0, Math.ceil(patience - (performance.now() - began)));
}

/** Ends the transaction without a trace, for images to be compared outside of it. */
class ComparisonsMissing extends Error {
  constructor(readonly diffs: PreparedDiff[]) {
    super('images have yet to be compared');
  }
}

async function complete(
  resources: Resources,
  access: ProjectAccess,
  sessionId: string,
  { exitCode, complete: isDeclared = false, allowEmpty = false, start }: RunEnd,
): Promise<Completed> {
  const { database: transaction } = resources;
  const session =
    (await lockReviewSession(transaction, access.project.id, sessionId)) ??
    (start && (await ensureSession(transaction, access, { ...start, id: sessionId })));
  if (!session) throw notFound('Session');
  refuseStrayUpload(access, session, `session ${sessionId}`);
  refuseOtherEnd(session, exitCode);
  if (session.answer !== null) return { session, answer: session.answer };

  const suites = await listSessionSuites(transaction, access.project.id, sessionId);
  const isEmpty = !allowEmpty && !(await hasSnapshots(transaction, session.projectId, suites));
  // Where nothing arrived, nothing can be told from what is absent.
  const end = { exitCode, isEmpty, complete: isDeclared && !isEmpty };
  const prepared: PreparedDiff[] = [];
  for (const { captureId, diffId } of suites) {
    await setCaptureRun(transaction, captureId, end);
    const diff = await prepareDiff(resources, diffId);
    if (diff) prepared.push(diff);
  }
  const incomplete = prepared.filter((one) => one.missing.length > 0);
  if (incomplete.length > 0) throw new ComparisonsMissing(incomplete);
  const touched: string[] = [];
  for (const one of prepared) {
    if (session.implicit) {
      await setPartial(transaction, one.head.id);
    } else {
      await carry(transaction, one);
      await openCheckRuns(transaction, one.diff);
    }
    touched.push(...(await settleDiff(resources, one)));
    await endCapture(resources, one.head.id);
  }
  const answer = await describe(resources, access, suites);
  await compareAgain(resources, await listResting(resources, prepared));
  await setSessionCompleted(transaction, session, { ...end, answer });
  if (suites.length === 0 && isShared(session)) {
    await openCommitCheck(transaction, session);
    const { projectId, namespace, branch, commit } = session;
    await resources.queue.enqueue(transaction, 'reconsiderCommit', { projectId, namespace, branch, commit });
  }
  // Not before: a session says nothing of its commit while it is open.
  await updateCheckRuns(transaction, touched, { place: session });
  return { session, answer };
}

/** Diffs that may rest on others which are being compared again: what they say is said once more after that. */
async function listResting(resources: Resources, prepared: readonly PreparedDiff[]): Promise<string[]> {
  const resting: string[] = [];
  for (const { diff } of prepared)
    if ((await findOutdatedBefore(resources, diff.id)) !== null) resting.push(diff.id);
  return resting;
}

/** Whether anything was captured, or tried, in any suite of a session. */
async function hasSnapshots(
  transaction: Database,
  projectId: string,
  suites: readonly SessionSuite[],
): Promise<boolean> {
  const ids = suites.map((suite) => suite.captureId);
  const captures = await findCapturesByIds(transaction, projectId, ids);
  return captures.some((capture) => capture.totalSnapshots > 0);
}

function refuseOtherEnd(session: ReviewSessionRow, exitCode: number): void {
  if (session.expiredAt !== null) throw sessionIsOver(session);
  if (session.completedAt === null || session.exitCode === exitCode) return;
  throw new ServiceError(
    'SESSION_COMPLETED',
    `Session ${session.id} was completed with exit code ${session.exitCode}, not ${exitCode}`,
  );
}

/** Whether a session can have checks (R19). */
const isShared = ({ namespace, ephemeral, implicit }: ReviewSessionRow): boolean =>
  namespace === '' && !ephemeral && !implicit;

/** Gives the capture an image for every slot that it did not capture (R23). */
async function carry(transaction: Database, { head, judged, compared }: PreparedDiff): Promise<void> {
  const carried = [...judged, ...compared].flatMap(({ slot, position }) =>
    slot.carried
      ? {
          projectId: head.projectId,
          captureId: head.id,
          ...slotOf(slot),
          position,
          status: 'captured' as const,
          hash: slot.carried.hash,
          carriedFrom: slot.carried.captureId,
          path: slot.path && JSON.stringify(slot.path),
          ignored: slot.ignored.head.length > 0 ? JSON.stringify(slot.ignored.head) : null,
          antiAliasing: slot.antiAliasing,
        }
      : [],
  );
  if (carried.length === 0) return;
  await insertSnapshots(transaction, carried, 'unless tried');
  await setPartial(transaction, head.id);
}

async function endCapture(resources: Resources, captureId: string): Promise<void> {
  await recountCapture(resources.database, captureId);
  const capture = await lockCapture(resources.database, captureId);
  if (capture) await finishCapture(resources, resources.database, { ...capture, open: false });
}

async function describe(
  resources: Resources,
  { project }: ProjectAccess,
  suites: readonly SessionSuite[],
): Promise<Answer> {
  const rows = await findDiffs(
    resources.database,
    suites.map((suite) => suite.diffId),
  );
  const bySuite = rows
    .map((row) => presentDiffSummary(resources, project, row))
    .sort((a, b) => (a.suite < b.suite ? -1 : 1));
  const answer: Answer = [];
  for (const diff of bySuite) {
    const { changed, new: added, unchanged, removed, failed } = diff.counts;
    answer.push({
      diffId: diff.id,
      suite: diff.suite,
      conclusion: diff.conclusion,
      checkRunUrl: null,
      reviewUrl: diff.reviewUrl,
      summary: { changed, new: added, unchanged, removed, failed },
      changedSnapshots: await listChangedNames(resources.database, diff.id),
    });
  }
  return answer;
}

/** What was answered first, with the addresses that the code host has given since, or gives now. */
async function present(
  resources: Resources,
  { project }: ProjectAccess,
  { session, answer }: Completed,
  patienceLeft: number,
): Promise<CompletedSession> {
  const { database, links } = resources;
  const diffIds = answer.map((diff) => diff.diffId);
  await deliverPromptly(resources, diffIds, patienceLeft);
  const urls = await listCheckRunUrls(database, diffIds);
  return {
    imageToken: links.imageToken(project.id),
    hasCheck: isShared(session) && (await isVerdictShown(database, project.id, session.commit)),
    diffs: answer.map((diff) => ({ ...diff, checkRunUrl: urls.get(diff.diffId) ?? null })),
  };
}
