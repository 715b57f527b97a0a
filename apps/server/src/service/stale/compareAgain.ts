import type { Slot } from '../../domain/slot.js';
import { listResting, listResultsOf } from '../../store/diffs/branchResults.js';
import { setDiffStatus } from '../../store/diffs/diffs.js';
import type { CarryScope } from '../../store/diffs/openReviews.js';
import type { HeadView } from '../baselines/HeadView.js';
import { updateCheckRuns } from '../checks/updateCheckRuns.js';
import type { Resources } from '../Resources.js';
import { findLaterBuilds } from './findLaterBuilds.js';

type Comparing = Pick<Resources, 'database' | 'queue'>;

/**
 * Has completed diffs compared again, by the service itself: what they rest on is no more, or is not the newest any longer
 * (R6, R22). Until that is done their checks are under way.
 */
export async function compareAgain(
  { database: transaction, queue }: Comparing,
  diffIds: readonly string[],
): Promise<void> {
  for (const diffId of diffIds) {
    await setDiffStatus(transaction, diffId, 'processing');
    await updateCheckRuns(transaction, diffId);
    await queue.enqueue(transaction, 'computeDiff', { diffId });
  }
}

/** Has compared again what was compared with baselines that do not stand any more (R6). */
export async function compareRestingAgain(
  resources: Comparing,
  diff: { id: string; suiteId: number; branch: string | null },
  entries: readonly number[],
): Promise<void> {
  const resting = await listResting(resources.database, diff, entries, []);
  await compareAgain(
    resources,
    resting.filter((id) => id !== diff.id),
  );
}

/** A build that ends late may have promoted what builds behind it were not compared with (R22). */
export async function compareLaterAgain(
  resources: Comparing,
  view: HeadView,
  scope: CarryScope,
  promoted: readonly Slot[],
): Promise<void> {
  if (promoted.length === 0) return;
  const { database: transaction } = resources;
  const later = await findLaterBuilds(transaction, view, scope.commit, scope);
  const told = await listResultsOf(
    transaction,
    scope.projectId,
    later.map(({ diffId }) => diffId),
    promoted,
  );
  await compareAgain(resources, [...new Set(told.map(({ diffId }) => diffId))].sort());
}
