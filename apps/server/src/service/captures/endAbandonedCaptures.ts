import { type IdleCapture, lockIdleCapture } from '../../store/captures/abandoned.js';
import { findCaptureById } from '../../store/captures/captures.js';
import type { Database } from '../../store/database.js';
import { updateCommitChecks } from '../checks/updateCheckRuns.js';
import type { Resources } from '../Resources.js';
import { endEarly } from './endEarly.js';

/** How long a manual capture may be without an upload (R48). */
const idleHours = 2;

const reason = `Nothing was uploaded for ${idleHours} hours: the client is gone`;

/**
 * Ends manual captures whose client is gone (R48): what never came has failed, nothing is approved or made a baseline, and
 * the diffs that waited are computed. What did arrive stays.
 * @param signal ends the work after the current capture
 * @returns how many captures ended
 */
export async function endAbandonedCaptures(
  resources: Pick<Resources, 'database' | 'queue' | 'commitGraphs'>,
  signal?: AbortSignal,
): Promise<number> {
  for (let ended = 0; ; ended++) {
    const found = await resources.database.transaction().execute(async (transaction) => {
      const idle = await lockIdleCapture(transaction, idleHours);
      if (idle) await abandon(resources, transaction, idle);
      return idle !== undefined;
    });
    if (!found || signal?.aborted) return ended + Number(found);
  }
}

async function abandon(
  resources: Pick<Resources, 'queue' | 'commitGraphs'>,
  transaction: Database,
  { id, lastSeenAt }: IdleCapture,
): Promise<void> {
  await endEarly(resources, transaction, id, { reason, at: lastSeenAt, isCancelled: false });
  const capture = await findCaptureById(transaction, id);
  if (!capture) throw new Error(`capture ${id} is gone, though it is held`);
  if (capture.commit !== null) await updateCommitChecks(transaction, capture.projectId, capture.commit);
}
