import type { Insertable } from 'kysely';
import { ServiceError } from '../../domain/ServiceError.js';
import { type Slot, slotText } from '../../domain/slot.js';
import { keepAttempts } from '../../store/captures/attempts.js';
import {
  type CaptureRow,
  countSnapshots,
  findSnapshot,
  lockCapture,
  outcomeColumns,
  type SlotOutcome,
  setSlotExtras,
  setSlotOutcome,
} from '../../store/captures/captures.js';
import { putDoubt } from '../../store/captures/flakes.js';
import { insertSnapshots } from '../../store/captures/insertSnapshots.js';
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
  /** The test that took it (R47). */
  testId?: string | undefined;
  /** How it is compared, where that is not as its project says. */
  threshold?: number | undefined;
  antiAliasing?: boolean | undefined;
}

/**
 * Records the image or the failure of one slot of a capture, and ends the capture with its last one. The same image
 * again changes nothing; another one replaces the first while the capture is not complete, as a further attempt of the
 * same test (R47).
 * @returns the number of that attempt
 * @throws ServiceError CAPTURE_COMPLETED, SNAPSHOT_DUPLICATE, VALIDATION_ERROR for a slot that was not announced
 */
export function recordSnapshot(
  resources: Resources,
  captureId: string,
  slot: Slot,
  outcome: SlotOutcome,
  extras?: SnapshotExtras,
): Promise<number> {
  return resources.database
    .transaction()
    .execute((transaction) => recordSnapshotIn(resources, transaction, captureId, slot, outcome, extras));
}

/** As {@link recordSnapshot}, within a transaction. */
async function recordSnapshotIn(
  resources: Pick<Resources, 'queue' | 'commitGraphs'>,
  transaction: Database,
  captureId: string,
  slot: Slot,
  outcome: SlotOutcome,
  extras?: SnapshotExtras,
): Promise<number> {
  const capture = await lockCapture(transaction, captureId);
  if (!capture) throw new ServiceError('CAPTURE_NOT_FOUND', 'Capture not found');
  const before = await findSnapshot(transaction, captureId, slot);
  const hasEnded = capture.status === 'completed' || capture.status === 'failed';
  const isSame = before?.status === 'captured' && 'hash' in outcome && before.hash === outcome.hash;
  if (hasEnded && isSame) return before.attempt;
  refuseWhenEnded(capture, slot);
  const isRetry = capture.mode === 'manual' && before?.status === 'captured' && 'hash' in outcome && !isSame;
  if (!before && !capture.open) refuseUnannounced(capture, slot);
  if (before) {
    const refusal = refusalOfTest(before, extras?.testId);
    if (refusal) throw refusal;
    if (isRetry) await keepAttempts(transaction, capture, [{ ...slot, hash: outcome.hash }]);
    await setSlotOutcome(transaction, captureId, slot, outcome);
    if (extras) {
      const testId = extras.testId ?? before.testId ?? undefined;
      await setSlotExtras(transaction, captureId, slot, extrasColumns({ ...extras, testId }));
    }
  } else {
    await insertSnapshots(transaction, [newSnapshot(capture, slot, outcome, extras)]);
  }
  if ('hash' in outcome && outcome.doubt) await putDoubt(transaction, capture, slot, outcome.doubt);
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
  return (before?.attempt ?? 1) + Number(isRetry);
}

/** The extras as columns, objects as JSON text. */
export const extrasColumns = ({
  path,
  metadata,
  autoApprove,
  testId,
  threshold,
  antiAliasing,
}: SnapshotExtras) => ({
  path: path ? JSON.stringify(path) : null,
  metadata: metadata ? JSON.stringify(metadata) : null,
  autoApprove: autoApprove ?? false,
  testId: testId ?? null,
  threshold: threshold ?? null,
  antiAliasing: antiAliasing ?? null,
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
  ...extrasColumns(extras),
  ...outcomeColumns(outcome),
});

function refuseWhenEnded(capture: CaptureRow, slot: Slot): void {
  if (capture.status !== 'completed' && capture.status !== 'failed') return;
  throw new ServiceError(
    'CAPTURE_COMPLETED',
    `Capture ${capture.id} is ${capture.status}${capture.error === null ? '' : ` (${capture.error})`}; "${slot.name}" needs a new capture`,
  );
}

/** R47: two tests with one name would replace each other's images; the same test again is a retry. */
export function refusalOfTest(
  before: Slot & { testId: string | null },
  testId: string | undefined,
): ServiceError | null {
  if (testId === undefined || before.testId === null || before.testId === testId) return null;
  return new ServiceError(
    'SNAPSHOT_DUPLICATE',
    `Two tests took a snapshot named "${slotText(before)}": "${before.testId}" and "${testId}"; give one of them another name`,
  );
}

function refuseUnannounced(capture: CaptureRow, slot: Slot): never {
  const message = `${slotText(slot)} was not announced when capture ${capture.id} was created`;
  throw new ServiceError('VALIDATION_ERROR', message, [{ path: 'name', message }]);
}
