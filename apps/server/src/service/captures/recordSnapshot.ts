import type { Insertable } from 'kysely';
import { ServiceError } from '../../domain/ServiceError.js';
import { type Slot, slotText } from '../../domain/slot.js';
import {
  type CaptureRow,
  countSnapshots,
  findSnapshot,
  insertSnapshots,
  lockCapture,
  outcomeColumns,
  type SlotOutcome,
  setSlotExtras,
  setSlotOutcome,
} from '../../store/captures/captures.js';
import type { Database } from '../../store/database.js';
import type { Snapshots } from '../../store/tables.js';
import type { Resources } from '../Resources.js';
import { finishCapture } from './finishCapture.js';

/** What an upload says of its slot beside the image; the fleet has this from its targets. */
export interface SnapshotExtras {
  path?: string[] | undefined;
  metadata?: Record<string, unknown> | undefined;
  /** Approve it when the capture completes (R18). */
  autoApprove?: boolean | undefined;
}

/**
 * Records the image or the failure of one slot of a capture, and ends the capture with its last one. The same image
 * again is no change; another one replaces the first while the capture is not complete.
 * @throws ServiceError CAPTURE_COMPLETED, VALIDATION_ERROR for a slot that was not announced
 */
export function recordSnapshot(
  resources: Resources,
  captureId: string,
  slot: Slot,
  outcome: SlotOutcome,
  extras?: SnapshotExtras,
): Promise<void> {
  return resources.database
    .transaction()
    .execute((transaction) => recordSnapshotIn(resources, transaction, captureId, slot, outcome, extras));
}

/** As {@link recordSnapshot}, within a transaction. */
export async function recordSnapshotIn(
  resources: Pick<Resources, 'queue'>,
  transaction: Database,
  captureId: string,
  slot: Slot,
  outcome: SlotOutcome,
  extras?: SnapshotExtras,
): Promise<void> {
  const capture = await lockCapture(transaction, captureId);
  if (!capture) throw new ServiceError('CAPTURE_NOT_FOUND', 'Capture not found');
  const before = await findSnapshot(transaction, captureId, slot);
  const hasEnded = capture.status === 'completed' || capture.status === 'failed';
  const isSame = before?.status === 'captured' && 'hash' in outcome && before.hash === outcome.hash;
  if (hasEnded && isSame) return;
  refuseWhenEnded(capture, slot);
  if (!before && !capture.open) refuseUnannounced(capture, slot);
  if (before) {
    await setSlotOutcome(transaction, captureId, slot, outcome);
    if (extras) await setSlotExtras(transaction, captureId, slot, extrasColumns(extras));
  } else {
    await insertSnapshots(transaction, [newSnapshot(capture, slot, outcome, extras)]);
  }
  const change = (status: 'captured' | 'failed') =>
    Number(('error' in outcome ? 'failed' : 'captured') === status) - Number(before?.status === status);
  const added = { total: before ? 0 : 1, completed: change('captured'), failed: change('failed') };
  await countSnapshots(transaction, captureId, added, { begun: capture.mode === 'manual' });
  await finishCapture(resources, transaction, {
    ...capture,
    totalSnapshots: capture.totalSnapshots + added.total,
    completedSnapshots: capture.completedSnapshots + added.completed,
    failedSnapshots: capture.failedSnapshots + added.failed,
  });
}

/** The extras as columns, objects as JSON text. */
export const extrasColumns = ({ path, metadata, autoApprove }: SnapshotExtras) => ({
  path: path ? JSON.stringify(path) : null,
  metadata: metadata ? JSON.stringify(metadata) : null,
  autoApprove: autoApprove ?? false,
});

const newSnapshot = (
  capture: CaptureRow,
  slot: Slot,
  outcome: SlotOutcome,
  extras: SnapshotExtras = {},
): Insertable<Snapshots> => ({
  projectId: capture.projectId,
  captureId: capture.id,
  ...slot,
  position: capture.totalSnapshots,
  target: null,
  threshold: null,
  ...extrasColumns(extras),
  ...outcomeColumns(outcome),
});

function refuseWhenEnded(capture: CaptureRow, slot: Slot): void {
  if (capture.status !== 'completed' && capture.status !== 'failed') return;
  throw new ServiceError(
    'CAPTURE_COMPLETED',
    `Capture ${capture.id} is ${capture.status}; "${slot.name}" needs a new capture`,
  );
}

function refuseUnannounced(capture: CaptureRow, slot: Slot): never {
  const message = `${slotText(slot)} was not announced when capture ${capture.id} was created`;
  throw new ServiceError('VALIDATION_ERROR', message, [{ path: 'name', message }]);
}
