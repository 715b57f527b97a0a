import { promotionTargets } from '../../domain/baselines/planPromotions.js';
import { type Slot, slotOf } from '../../domain/slot.js';
import { insertEntries } from '../../store/baselines/baselines.js';
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
      results.map((result) => ({
        projectId: diff.projectId,
        suiteId: diff.suiteId,
        namespace: diff.namespace,
        branch,
        ...slotOf(result),
        hash: result.headHash,
        captureId: diff.headCaptureId,
        commit: diff.commit,
        diffId: diff.id,
        actor,
      })),
    ),
  );
}
