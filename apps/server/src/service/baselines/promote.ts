import { listMoved } from '../../domain/baselines/hasMoved.js';
import { promotionTargets } from '../../domain/baselines/planPromotions.js';
import { type Slot, slotKey } from '../../domain/slot.js';
import { insertEntries, listLogsSince } from '../../store/baselines/baselines.js';
import type { Database } from '../../store/database.js';
import type { DiffRow } from '../../store/diffs/diffs.js';

/** Promotes head images, or tombstones where the head has none. The caller holds the baselines' write lock. */
export async function promote(
  transaction: Database,
  diff: DiffRow,
  results: readonly (Slot & { headHash: string | null })[],
  actor: string,
): Promise<void> {
  await insertEntries(
    transaction,
    promotionTargets(diff).flatMap((branch) =>
      results.map(({ name, viewport, headHash }) => ({
        projectId: diff.projectId,
        suiteId: diff.suiteId,
        namespace: diff.namespace,
        branch,
        name,
        viewport,
        hash: headHash,
        captureId: diff.headCaptureId,
        commit: diff.commit,
        diffId: diff.id,
        actor,
      })),
    ),
  );
}

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
