import { groupBy } from '../../domain/checks/groupBy.js';
import { slotKey } from '../../domain/slot.js';
import { findCaptureById } from '../../store/captures/captures.js';
import { listDiffsUnderWay, listRemovals, listUnsettledShards, type Place } from '../../store/checks/runs.js';
import type { Database } from '../../store/database.js';
import { lockDiffById, setDiffStatus } from '../../store/diffs/diffs.js';
import { withoutRemoved } from '../../store/partitions/findRemoval.js';
import { findSlotsOfMates } from '../checks/findSlotsOfOtherParts.js';
import { isComplete } from '../checks/isComplete.js';
import { updateCheckRuns } from '../checks/updateCheckRuns.js';
import type { Resources } from '../Resources.js';

/**
 * Computes diffs of a commit again that know better by now, since another part of its run has ended: those that took
 * something for removed that this part shows (R24), and the newest one of a run of shards that is complete only now (R46).
 */
export async function reconsiderCommit(
  resources: Pick<Resources, 'database' | 'queue'>,
  place: Place,
): Promise<void> {
  const { database } = resources;
  const underWay = await listDiffsUnderWay(database, place);
  for (const diffId of new Set([...(await listDoubtful(database, place)), ...underWay])) {
    await database.transaction().execute(async (transaction) => {
      // One that is being settled is waited for: it may have been planned before that part ended.
      const diff = await lockDiffById(transaction, diffId);
      if (diff?.status !== 'completed') return;
      if (!(await listDoubtful(transaction, place)).includes(diffId)) return;
      await setDiffStatus(transaction, diffId, 'processing');
      await updateCheckRuns(transaction, [diffId]);
      await resources.queue.enqueue(transaction, 'computeDiff', { diffId });
    });
  }
}

async function listDoubtful(database: Database, place: Place): Promise<string[]> {
  const doubtful: string[] = [];
  for (const [captureId, removals] of groupBy(await listRemovals(database, place), (one) => one.captureId)) {
    const capture = await findCaptureById(database, captureId);
    const shown = capture ? await findSlotsOfMates(database, capture) : new Set();
    doubtful.push(...removals.filter((removal) => shown.has(slotKey(removal))).map(({ diffId }) => diffId));
  }
  for (const { diffId, captureId } of await listUnsettledShards(database, place)) {
    const capture = await findCaptureById(database, captureId);
    if (capture && (await isComplete(database, capture))) doubtful.push(diffId);
  }
  return withoutRemoved(database, [...new Set(doubtful)]);
}
