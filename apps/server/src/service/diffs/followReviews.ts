import { type Slot, slotOf } from '../../domain/slot.js';
import type { Database } from '../../store/database.js';
import { listResultsOf } from '../../store/diffs/branchResults.js';
import {
  type CarryScope,
  endOpenReviews,
  listOpenBuilds,
  openReviews,
} from '../../store/diffs/openReviews.js';
import type { HeadView } from '../baselines/HeadView.js';
import { findLaterBuilds } from '../stale/findLaterBuilds.js';

/**
 * Brings what is undecided on a branch up to date with a diff whose results are written: it supersedes what builds before
 * it left open, and opens nothing of which a build behind it has told more (R23).
 */
export async function followReviews(
  transaction: Database,
  { sight, isBefore }: HeadView,
  diff: { id: string; commit: string | null },
  scope: CarryScope,
  { complete, reviewable }: { complete: boolean; reviewable: readonly (Slot & { carried: boolean })[] },
): Promise<void> {
  const builds = await listOpenBuilds(transaction, scope);
  const isSuperseded = ({ captureId, commit }: (typeof builds)[number]) =>
    sight.isBlind || commit === null ? captureId < scope.headCaptureId : sight.seesRewritten(commit);
  const superseded = builds.filter(isSuperseded).map(({ captureId }) => captureId);
  const carried = reviewable.filter((result) => result.carried).map(slotOf);
  await endOpenReviews(transaction, diff.id, scope, superseded, { complete, carried });
  const later = await findLaterBuilds(transaction, { isBefore }, diff.commit, scope);
  const told = await listResultsOf(
    transaction,
    scope.projectId,
    later.map(({ diffId }) => diffId),
    reviewable,
  );
  await openReviews(transaction, diff.id, scope, [...told.map(slotOf), ...carried]);
}
