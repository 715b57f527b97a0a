import type { PlannedSlot } from '../../domain/results/planSlots.js';
import { slotKey, slotOf } from '../../domain/slot.js';
import { listIgnoredRegions } from '../../store/captures/ignoredRegions.js';
import type { Database } from '../../store/database.js';

/** Adds what the bases ignore to the slots whose images have to be compared (R49). */
export async function addBaseRegions(
  database: Database,
  slots: readonly PlannedSlot[],
): Promise<PlannedSlot[]> {
  const compared = slots.flatMap((slot) =>
    slot.verdict === 'compare' && slot.base && slot.baseFrom !== null
      ? { ...slotOf(slot), captureId: slot.baseFrom, hash: slot.base.hash }
      : [],
  );
  const found = new Map(
    (await listIgnoredRegions(database, compared)).map((row) => [slotKey(row), row.ignored]),
  );
  if (found.size === 0) return [...slots];
  return slots.map((slot) => {
    const base = slot.verdict === 'compare' && found.get(slotKey(slot));
    return base ? { ...slot, ignored: { ...slot.ignored, base } } : slot;
  });
}
