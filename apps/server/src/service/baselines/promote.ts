import { hasMoved, type LogEntry } from '../../domain/baselines/hasMoved.js';
import type { Slot } from '../../domain/slot.js';
import { slotKey } from '../../domain/slot.js';
import { insertEntries, listLogsSince } from '../../store/baselines/baselines.js';
import type { Database } from '../../store/database.js';
import type { DiffRow } from '../../store/diffs/diffs.js';

/** The branches that an approval promotes to (R13); empty when the head has no branch and none was named. */
export const promotionTargets = (diff: DiffRow): string[] =>
  diff.targetRefs ?? (diff.branch === null ? [] : [diff.branch]);

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
  const logs = new Map<string, { slot: string; entries: LogEntry[] }>();
  const touched = await listLogsSince(database, {
    suiteId: diff.suiteId,
    namespace: diff.namespace,
    branches: promotionTargets(diff),
    mark,
  });
  for (const entry of touched) {
    const slot = slotKey(entry);
    const key = `${entry.branch}\u0000${slot}`;
    const log = logs.get(key) ?? { slot, entries: [] };
    log.entries.push(entry);
    logs.set(key, log);
  }
  const moved = [...logs.values()].filter(({ entries }) => hasMoved(entries, mark, diffId));
  if (moved.length === 0) return [];
  const keys = new Set(moved.map(({ slot }) => slot));
  return slots.filter((slot) => keys.has(slotKey(slot)));
}
