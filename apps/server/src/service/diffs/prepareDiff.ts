import { type PlacedSlots, placeSlots } from '../../domain/results/placeSlots.js';
import { type CaptureRow, findCaptureById } from '../../store/captures/captures.js';
import type { Database } from '../../store/database.js';
import { type DiffRow, keepResults, listResults, lockDiffById } from '../../store/diffs/diffs.js';
import { lockBaselines } from '../../store/projects/suites.js';
import { isComplete } from '../checks/isComplete.js';
import type { Resources } from '../Resources.js';
import { planDiff } from './planDiff.js';
import { resultOf } from './resultOf.js';

/** A diff that can be settled, or what is missing for that. */
export interface PreparedDiff extends PlacedSlots {
  diff: DiffRow;
  head: CaptureRow;
}

/**
 * Holds a diff and the baselines of its suite, and plans it as of now. Null when the diff has ended. Everything is read
 * and nothing written, so that a caller who finds something missing may let go, compare, and come back.
 */
export async function prepareDiff(transaction: Database, diffId: string): Promise<PreparedDiff | null> {
  const diff = await lockDiffById(transaction, diffId);
  if (diff?.status !== 'processing') return null;
  await lockBaselines(transaction, diff.suiteId, 'write');
  const found = await findCaptureById(transaction, diff.headCaptureId);
  if (!found) throw new Error(`the head capture of diff ${diffId} is gone`);
  // A shard is complete together with the others only.
  const head = { ...found, complete: await isComplete(transaction, found) };
  const slots = await planDiff(transaction, diff, head);
  return { diff, head, ...placeSlots(slots, await listResults(transaction, diffId)) };
}

/** Results that are compared at once and kept together. Two decoded images each bound the memory. */
const batchSize = 4;

/** Compares what is missing and keeps it, so that the diff can be settled, or another attempt finds it done. */
export async function compareMissing(
  resources: Resources,
  { diff, missing }: Pick<PreparedDiff, 'diff' | 'missing'>,
  signal?: AbortSignal,
): Promise<void> {
  for (let start = 0; start < missing.length; start += batchSize) {
    signal?.throwIfAborted();
    const batch = missing.slice(start, start + batchSize);
    const results = await Promise.all(
      batch.map(({ slot, position }) => resultOf(resources, diff, slot, position)),
    );
    const kept = await resources.database
      .transaction()
      .execute((transaction) => keepResults(transaction, diff.id, results));
    if (!kept) return;
  }
}
