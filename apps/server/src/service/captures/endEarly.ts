import {
  dropAutoApproval,
  failPendingSnapshots,
  lockCapture,
  recountCapture,
  setPartial,
} from '../../store/captures/captures.js';
import type { Database } from '../../store/database.js';
import type { Resources } from '../Resources.js';
import { type Abandonment, finishCapture } from './finishCapture.js';

/**
 * Ends a capture that the caller holds before it is complete: what never came has failed with the reason, and nothing is
 * approved or made a baseline. What did arrive stays.
 */
export async function endEarly(
  resources: Pick<Resources, 'queue' | 'commitGraphs'>,
  transaction: Database,
  captureId: string,
  end: Abandonment,
): Promise<void> {
  await dropAutoApproval(transaction, captureId);
  await setPartial(transaction, captureId);
  await failPendingSnapshots(transaction, captureId, end.reason);
  await recountCapture(transaction, captureId);
  const capture = await lockCapture(transaction, captureId);
  if (!capture) throw new Error(`capture ${captureId} is gone, though it is held`);
  await finishCapture(resources, transaction, capture, end);
}
