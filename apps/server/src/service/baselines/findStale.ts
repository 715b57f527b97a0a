import { listMoved } from '../../domain/baselines/hasMoved.js';
import { promotionTargets } from '../../domain/baselines/planPromotions.js';
import { type Slot, slotKey } from '../../domain/slot.js';
import { listLogsSince } from '../../store/baselines/baselines.js';
import type { Database } from '../../store/database.js';
import { type DiffRow, listUndecided } from '../../store/diffs/diffs.js';

/** Which of the slots have another active baseline on a target branch than when the diff was computed (R14). */
export async function findStale<S extends Slot>(
  database: Database,
  diff: DiffRow,
  slots: readonly S[],
): Promise<S[]> {
  if (slots.length === 0 || diff.baselineMark === null) return [];
  const { id: diffId, baselineMark: mark } = diff;
  const touched = await listLogsSince(database, {
    suiteId: diff.suiteId,
    namespace: diff.namespace,
    branches: promotionTargets(diff),
    mark,
  });
  const moved = listMoved(touched, mark, diffId);
  return slots.filter((slot) => moved.has(slotKey(slot)));
}

/** Whether a baseline under an undecided result of a diff has moved since (R14). */
export async function isDiffStale(database: Database, diff: DiffRow): Promise<boolean> {
  if (diff.status !== 'completed') return false;
  return (await findStale(database, diff, await listUndecided(database, diff.id))).length > 0;
}
