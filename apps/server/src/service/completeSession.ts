import { setTimeout as sleep } from 'node:timers/promises';
import type { CompletedSession, DiffSummary } from '@svc/schema';
import { notFound, ServiceError } from '../domain/ServiceError.js';
import { setAutoApprove } from '../store/captures.js';
import { findDiffs, listResults } from '../store/diffs.js';
import {
  listSessionSuites,
  lockReviewSession,
  type ReviewSessionRow,
  type SessionSuite,
  setSessionCompleted,
} from '../store/reviewSessions.js';
import { closeCapture } from './completeCapture.js';
import { presentDiffSummaries } from './presentDiffSummaries.js';
import type { Caller, Resources } from './Resources.js';

/** Milliseconds between looks at the diffs of a session that ends. */
const pollEvery = 50;

/**
 * Completes a session and waits for its diffs. The same call again gives the same answer; a run that failed approves
 * nothing by itself (R18, R22).
 * @throws ServiceError SESSION_NOT_FOUND, SESSION_COMPLETED when it was completed with another exit code
 */
export async function completeSession(
  resources: Resources,
  caller: Caller,
  sessionId: string,
  exitCode: number,
): Promise<CompletedSession> {
  const { database, links } = resources;
  const suites = await database.transaction().execute(async (transaction) => {
    const session = await lockReviewSession(transaction, caller.project.id, sessionId);
    if (!session) throw notFound('Session');
    const opened = await listSessionSuites(transaction, caller.project.id, sessionId);
    refuseOtherExit(session, exitCode);
    if (session.completed_at !== null) return opened;
    for (const { capture_id: captureId } of opened) {
      if (exitCode !== 0) await setAutoApprove(transaction, captureId, false);
      await closeCapture(resources, transaction, captureId, 'was announced, but never uploaded');
    }
    await setSessionCompleted(transaction, session, exitCode);
    return opened;
  });
  const diffs = await waitForDiffs(resources, caller, suites);
  return {
    imageToken: links.imageToken(caller.project.id),
    diffs: await Promise.all(diffs.map((diff) => presentCompleted(resources, diff, exitCode))),
  };
}

function refuseOtherExit(session: ReviewSessionRow, exitCode: number): void {
  if (session.completed_at === null || session.exit_code === exitCode) return;
  throw new ServiceError(
    'SESSION_COMPLETED',
    `Session ${session.id} was completed with exit code ${session.exit_code}, not ${exitCode}`,
  );
}

async function waitForDiffs(
  resources: Resources,
  { project }: Caller,
  suites: readonly SessionSuite[],
): Promise<DiffSummary[]> {
  const ids = suites.map((suite) => suite.diff_id);
  for (;;) {
    const rows = await findDiffs(resources.database, ids);
    if (rows.every((row) => row.status !== 'processing'))
      return presentDiffSummaries(resources, project, rows);
    await sleep(pollEvery);
  }
}

async function presentCompleted(
  { database }: Resources,
  diff: DiffSummary,
  exitCode: number,
): Promise<CompletedSession['diffs'][number]> {
  const { changed, new: added, unchanged, removed, failed } = diff.counts;
  const results = await listResults(database, diff.id);
  return {
    diffId: diff.id,
    suite: diff.suite,
    // R25: a command that failed by itself says nothing about the pictures.
    conclusion: exitCode !== 0 && diff.conclusion === 'success' ? null : diff.conclusion,
    checkRunUrl: null,
    reviewUrl: diff.reviewUrl,
    summary: { changed, new: added, unchanged, removed, failed },
    changedSnapshots: [
      ...new Set(results.filter((result) => result.status === 'changed').map((result) => result.name)),
    ],
  };
}
