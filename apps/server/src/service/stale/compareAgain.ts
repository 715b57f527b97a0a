import type { Slot } from '../../domain/slot.js';
import { listResting, listTellingOf } from '../../store/diffs/branchResults.js';
import { setDiffStatus } from '../../store/diffs/diffs.js';
import type { CarryScope } from '../../store/diffs/openReviews.js';
import { withoutRemoved } from '../../store/partitions/findRemoval.js';
import type { HeadView } from '../baselines/HeadView.js';
import type { Resources } from '../Resources.js';
import { findLaterBuilds } from './findLaterBuilds.js';

type Comparing = Pick<Resources, 'database' | 'queue'>;

/**
 * Has completed diffs compared again, by the service itself: what they rest on is no more, or is not the newest any longer
 * (R6, R22). Until that is done their checks are under way: the caller updates them. Those whose
 * results were removed stay as they are.
 */
export async function compareAgain(
  { database: transaction, queue }: Comparing,
  diffIds: readonly string[],
): Promise<void> {
  for (const diffId of await withoutRemoved(transaction, diffIds)) {
    await setDiffStatus(transaction, diffId, 'processing');
    await queue.enqueue(transaction, 'computeDiff', { diffId });
  }
}

/**
 * Has compared again what was compared with baselines that do not stand any more (R6).
 * @returns those diffs
 */
export async function compareRestingAgain(
  resources: Comparing,
  diffId: string,
  view: HeadView,
  entries: readonly number[],
): Promise<string[]> {
  const resting = await listResting(resources.database, view, entries, []);
  const others = resting.filter((id) => id !== diffId);
  await compareAgain(resources, others);
  return others;
}

/**
 * A build that ends late may have promoted what builds behind it were not compared with (R22).
 * @returns their diffs, which are compared again
 */
export async function compareLaterAgain(
  resources: Comparing,
  view: HeadView,
  scope: CarryScope,
  promoted: readonly Slot[],
): Promise<string[]> {
  if (promoted.length === 0) return [];
  const { database: transaction } = resources;
  const later = await findLaterBuilds(transaction, view, scope.commit, scope);
  // What they skipped counts as well: its base may be another one now.
  const outdated = await listTellingOf(
    transaction,
    later.map(({ diffId }) => diffId),
    promoted,
  );
  await compareAgain(resources, outdated);
  return outdated;
}
