import type { UploadKnownSnapshotsInput } from '../options.js';
import type { SnapshotBatchEntry } from '../types.js';

type Snapshots = UploadKnownSnapshotsInput['snapshots'];

/** The most snapshots that one request may hold. */
const batchLength = 500;

/**
 * Sends snapshots in batches, one after the other: the service records them in their order, so that a retry of a test comes
 * after its earlier attempt.
 */
export async function sendKnown(
  snapshots: Snapshots,
  send: (batch: Snapshots) => Promise<{ snapshots: SnapshotBatchEntry[] }>,
): Promise<SnapshotBatchEntry[]> {
  const entries: SnapshotBatchEntry[] = [];
  for (const batch of batchesOf(snapshots)) entries.push(...(await send(batch)).snapshots);
  return entries;
}

/** Batches that hold each slot once. */
function batchesOf(snapshots: Snapshots): Snapshots[] {
  const batches: Snapshots[] = [];
  let slots = new Set<string>();
  for (const snapshot of snapshots) {
    const { name, viewport, browser } = snapshot;
    const slot = JSON.stringify([name.normalize('NFC'), viewport?.width, viewport?.height, browser]);
    const last = batches.at(-1);
    if (last && last.length < batchLength && !slots.has(slot)) {
      last.push(snapshot);
      slots.add(slot);
    } else {
      batches.push([snapshot]);
      slots = new Set([slot]);
    }
  }
  return batches;
}
