import { type Slot, slotKey } from '../../domain/slot.js';
import type { Database } from '../../store/database.js';
import { listIgnoredChanges } from '../../store/diffs/ignoredChanges.js';

/** Until when a change is ignored, and by whom; null where it is not. */
export interface Ignored {
  ignoredUntil: string | null;
  ignoredBy: string | null;
}

const nothing: Ignored = { ignoredUntil: null, ignoredBy: null };

/** Until when the changes of a diff are ignored, and by whom (R59). */
export async function readIgnored(
  database: Database,
  diff: { id: string; pendingCount: number },
): Promise<(slot: Slot) => Ignored> {
  const rows = diff.pendingCount > 0 ? await listIgnoredChanges(database, [diff.id]) : [];
  const bySlot = new Map(
    rows.map((row) => [slotKey(row), { ignoredUntil: row.until.toISOString(), ignoredBy: row.by }]),
  );
  return (slot) => (bySlot.size === 0 ? nothing : (bySlot.get(slotKey(slot)) ?? nothing));
}
