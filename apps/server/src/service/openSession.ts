import type { CreateSessionBody } from '@svc/schema';
import { ServiceError } from '../domain/ServiceError.js';
import { insertCapture } from '../store/captures.js';
import type { Database } from '../store/database.js';
import { insertDiff } from '../store/diffs.js';
import { newId } from '../store/newId.js';
import {
  ensureReviewSession,
  insertSessionSuite,
  listSessionSuites,
  lockReviewSession,
  type ReviewSessionRow,
  type SessionSuite,
} from '../store/reviewSessions.js';
import { ensureSuite } from '../store/suites.js';
import type { Caller, Resources } from './Resources.js';

/** Settings of a diff whose maker chose none. */
const defaults = { threshold: 0.063, anti_aliasing: true };

/**
 * The capture and diff of one suite in a session. The first call with an id makes the session, the first one with a suite
 * makes its capture and diff, whatever the number of parallel callers (R20).
 * @throws ServiceError SESSION_COMPLETED
 */
export async function openSession(
  { database }: Pick<Resources, 'database'>,
  caller: Caller,
  sessionId: string,
  body: CreateSessionBody,
): Promise<SessionSuite> {
  const suite = await ensureSuite(database, caller.project.id, body.suite);
  return database.transaction().execute(async (transaction) => {
    await ensureReviewSession(transaction, {
      id: sessionId,
      project_id: caller.project.id,
      branch: body.branch,
      commit: body.commit,
      baseline_ref: body.baselineRef ?? null,
      auto_approve: body.autoApprove,
      namespace: body.isLocal ? caller.namespace : '',
      history: body.history ?? [],
      actor: caller.actor,
      exit_code: null,
      completed_at: null,
    });
    const session = (await lockReviewSession(transaction, caller.project.id, sessionId)) as ReviewSessionRow;
    if (session.completed_at !== null) {
      throw new ServiceError('SESSION_COMPLETED', `Session ${sessionId} is completed; open another one`);
    }
    const known = await listSessionSuites(transaction, session.project_id, session.id);
    return known.find((one) => one.suite_id === suite.id) ?? openSuite(transaction, session, suite.id);
  });
}

async function openSuite(
  transaction: Database,
  session: ReviewSessionRow,
  suiteId: number,
): Promise<SessionSuite> {
  const made = { suite_id: suiteId, capture_id: newId('capture'), diff_id: newId('diff') };
  await insertCapture(transaction, {
    id: made.capture_id,
    project_id: session.project_id,
    suite_id: suiteId,
    mode: 'manual',
    branch: session.branch,
    commit: session.commit,
    baseline_ref: session.baseline_ref,
    open: true,
    namespace: session.namespace,
    auto_approve: session.auto_approve,
    history: session.history,
    actor: session.actor,
    completed_at: null,
    expires_at: null,
  });
  await insertDiff(transaction, {
    id: made.diff_id,
    project_id: session.project_id,
    suite_id: suiteId,
    head_capture_id: made.capture_id,
    base_capture_id: null,
    baseline_ref: session.baseline_ref,
    ...defaults,
    manifest: null,
    target_refs: null,
    history: session.history,
    baseline_mark: null,
    error: null,
    completed_at: null,
  });
  await insertSessionSuite(transaction, session, made);
  return made;
}
