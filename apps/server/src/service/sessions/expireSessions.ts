import { lockIdleSession } from '../../store/sessions/reviewSessions.js';
import { endOpenSession } from '../captures/endOpenSession.js';
import type { Resources } from '../Resources.js';

/** How long a session may be without an upload (R22). */
const idleHours = 24;

const reason = `The session was never completed, and nothing was uploaded for ${idleHours} hours`;

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
      if (session) await endOpenSession(resources, transaction, session, { reason, isCancelled: false });
      return session !== undefined;
    });
    if (!found || signal?.aborted) return expired + Number(found);
  }
}
