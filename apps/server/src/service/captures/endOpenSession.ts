import { dropAutoApproval, lockCapture, recountCapture, setPartial } from '../../store/captures/captures.js';
import type { Database } from '../../store/database.js';
import { lockDiffById, setDiffStatus } from '../../store/diffs/diffs.js';
import {
  listSessionSuites,
  type ReviewSessionRow,
  setSessionExpired,
} from '../../store/sessions/reviewSessions.js';
import { openCheckRuns, updateCommitChecks } from '../checks/updateCheckRuns.js';
import type { Resources } from '../Resources.js';
import { endEarly } from './endEarly.js';
import { finishCapture } from './finishCapture.js';

/**
 * Ends a session that nobody completed and that the caller holds: nothing is promoted, and its diffs fail with the reason,
 * as do its checks. What a cancelled one captured fails as well.
 */
export async function endOpenSession(
  resources: Pick<Resources, 'queue' | 'commitGraphs'>,
  transaction: Database,
  session: ReviewSessionRow,
  { reason, isCancelled }: { reason: string; isCancelled: boolean },
): Promise<void> {
  const suites = await listSessionSuites(transaction, session.projectId, session.id);
  for (const { captureId, diffId } of suites) {
    if (isCancelled) await endEarly(resources, transaction, captureId, { reason, at: null, isCancelled });
    else await endIdle(resources, transaction, captureId);
    await setDiffStatus(transaction, diffId, 'failed', reason);
    const diff = await lockDiffById(transaction, diffId);
    if (diff && !session.implicit) await openCheckRuns(transaction, diff);
  }
  await setSessionExpired(transaction, session, isCancelled ? reason : null);
  await updateCommitChecks(transaction, session.projectId, session.commit);
}

async function endIdle(
  resources: Pick<Resources, 'queue' | 'commitGraphs'>,
  transaction: Database,
  captureId: string,
): Promise<void> {
  await dropAutoApproval(transaction, captureId);
  await setPartial(transaction, captureId);
  await recountCapture(transaction, captureId);
  const capture = await lockCapture(transaction, captureId);
  if (capture) await finishCapture(resources, transaction, { ...capture, open: false });
}
