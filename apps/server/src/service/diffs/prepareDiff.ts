import { slotKey } from '../../domain/slot.js';
import { type CaptureRow, findCaptureById } from '../../store/captures/captures.js';
import type { Database } from '../../store/database.js';
import {
  type DiffRow,
  keepResults,
  listResults,
  lockDiffById,
  type ResultPlace,
} from '../../store/diffs/diffs.js';
import { lockBaselines } from '../../store/projects/suites.js';
import type { Resources } from '../Resources.js';
import { type PlannedSlot, planDiff } from './planDiff.js';
import { resultOf } from './resultOf.js';

/** A slot with its place among the results. */
export interface PlacedSlot {
  slot: PlannedSlot;
  position: number;
}

/** A diff that can be settled, or what is missing for that. */
export interface PreparedDiff {
  diff: DiffRow;
  head: CaptureRow;
  /** Told without a comparison of pixels. */
  judged: PlacedSlot[];
  /** Compared before. */
  compared: (PlacedSlot & { place: ResultPlace })[];
  /** Two images of which nobody knows yet how they differ. */
  missing: PlacedSlot[];
}

/**
 * Holds a diff and the baselines of its suite, and plans it as of now. Null when the diff has ended. Everything is read
 * and nothing written, so that a caller who finds something missing may let go, compare, and come back.
 */
export async function prepareDiff(transaction: Database, diffId: string): Promise<PreparedDiff | null> {
  const diff = await lockDiffById(transaction, diffId);
  if (diff?.status !== 'processing') return null;
  await lockBaselines(transaction, diff.suiteId, 'write');
  const head = await findCaptureById(transaction, diff.headCaptureId);
  if (!head) throw new Error(`the head capture of diff ${diffId} is gone`);
  const slots = await planDiff(transaction, diff, head);
  const earlier = new Map(
    (await listResults(transaction, diffId)).map((result) => [slotKey(result), result]),
  );
  const prepared: PreparedDiff = { diff, head, judged: [], compared: [], missing: [] };
  for (const [position, slot] of slots.entries()) {
    const result = earlier.get(slotKey(slot));
    if (slot.verdict !== 'compare') {
      prepared.judged.push({ slot, position });
    } else if (
      result &&
      result.headHash === slot.head?.hash &&
      result.baseHash === slot.base?.hash &&
      result.threshold === slot.threshold
    ) {
      const { name, viewport, source, baseFrom, path } = slot;
      // What is carried and looks the same was not captured, so it is skipped.
      const equal = slot.carried ? 'skipped' : 'unchanged';
      const status = result.status === 'changed' ? 'changed' : equal;
      prepared.compared.push({
        slot,
        position,
        place: { name, viewport, position, status, source, baseFrom, path },
      });
    } else {
      prepared.missing.push({ slot, position });
    }
  }
  return prepared;
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
