import { type IdleCapture, lockIdleCapture } from '../../store/captures/abandoned.js';
import {
  dropAutoApproval,
  failPendingSnapshots,
  lockCapture,
  recountCapture,
  setPartial,
} from '../../store/captures/captures.js';
import type { Database } from '../../store/database.js';
import { updateCommitChecks } from '../checks/updateCheckRuns.js';
import type { Resources } from '../Resources.js';
import { finishCapture } from './finishCapture.js';

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
  await dropAutoApproval(transaction, id);
  await setPartial(transaction, id);
  await failPendingSnapshots(transaction, id, reason);
  await recountCapture(transaction, id);
  const capture = await lockCapture(transaction, id);
  if (!capture) throw new Error(`capture ${id} is gone, though it is held`);
  await finishCapture(resources, transaction, capture, { reason, at: lastSeenAt, isCancelled: false });
  if (capture.commit !== null) await updateCommitChecks(transaction, capture.projectId, capture.commit);
}
