import { dropAutoApproval, lockCapture, recountCapture, setPartial } from '../../store/captures/captures.js';
import { lockDiffById, setDiffStatus } from '../../store/diffs/diffs.js';
import {
  listSessionSuites,
  lockIdleSession,
  setSessionExpired,
} from '../../store/sessions/reviewSessions.js';
import { finishCapture } from '../captures/finishCapture.js';
import { openCheckRuns, updateCommitChecks } from '../checks/updateCheckRuns.js';
import type { Resources } from '../Resources.js';

/** How long a session may be without an upload (R22). */
const idleHours = 24;

/**
 * Ends sessions that nobody completed: nothing is promoted, and their diffs fail with the reason.
 * @param signal ends the work after the current session
 * @returns how many sessions expired
 */
export async function expireSessions(
  resources: Pick<Resources, 'database' | 'queue' | 'commitGraphs'>,
  signal?: AbortSignal,
): Promise<number> {
  for (let expired = 0; ; expired++) {
    const found = await resources.database.transaction().execute(async (transaction) => {
      const session = await lockIdleSession(transaction, idleHours);
      if (!session) return false;
      const suites = await listSessionSuites(transaction, session.projectId, session.id);
      for (const { captureId, diffId } of suites) {
        await dropAutoApproval(transaction, captureId);
        await setPartial(transaction, captureId);
        await recountCapture(transaction, captureId);
        const capture = await lockCapture(transaction, captureId);
        if (capture) await finishCapture(resources, transaction, { ...capture, open: false });
        const reason = `The session was never completed, and nothing was uploaded for ${idleHours} hours`;
        await setDiffStatus(transaction, diffId, 'failed', reason);
        const diff = await lockDiffById(transaction, diffId);
        if (diff && !session.implicit) await openCheckRuns(transaction, diff);
      }
      await setSessionExpired(transaction, session);
      await updateCommitChecks(transaction, session.projectId, session.commit);
      return true;
    });
    if (!found || signal?.aborted) return expired + Number(found);
  }
}
