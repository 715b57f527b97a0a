import type { PlannedSlot } from '../../domain/results/planSlots.js';
import { slotKey } from '../../domain/slot.js';
import { listIgnoredRegions } from '../../store/captures/ignoredRegions.js';
import type { Database } from '../../store/database.js';

/** Adds what the bases ignore to the slots whose images have to be compared (R49). */
export async function addBaseRegions(
  database: Database,
  slots: readonly PlannedSlot[],
): Promise<PlannedSlot[]> {
  const bases = slots.flatMap((slot) =>
    slot.verdict === 'compare' && slot.base && slot.baseFrom !== null ? slot.baseFrom : [],
  );
  const found = new Map(
    (await listIgnoredRegions(database, [...new Set(bases)])).map((row) => [
      `${row.captureId} ${row.hash} ${slotKey(row)}`,
      row.ignored,
    ]),
  );
  if (found.size === 0) return [...slots];
  return slots.map((slot) => {
    if (slot.verdict !== 'compare' || !slot.base) return slot;
    const base = found.get(`${slot.baseFrom} ${slot.base.hash} ${slotKey(slot)}`);
    return base ? { ...slot, ignored: { ...slot.ignored, base } } : slot;
  });
}
