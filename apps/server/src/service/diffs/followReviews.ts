import { type Slot, slotOf } from '../../domain/slot.js';
import type { Database } from '../../store/database.js';
import { type BranchBuild, listBranchBuilds, listResultsOf } from '../../store/diffs/branchResults.js';
import {
  type CarryScope,
  endOpenReviews,
  listOpenBuilds,
  type OpenBuild,
  openReviews,
} from '../../store/diffs/openReviews.js';
import type { HeadView } from '../baselines/HeadView.js';
import { isBehind } from './isBehind.js';

/**
 * Brings what is undecided on a branch up to date with a diff whose results are written: it supersedes what builds before
 * it left open, and opens nothing of which a build behind it has told more (R23).
 */
export async function followReviews(
  transaction: Database,
  view: HeadView,
  head: { diffId: string; endedAt: Date | null },
  scope: CarryScope,
  { complete, reviewable }: { complete: boolean; reviewable: readonly (Slot & { carried: boolean })[] },
): Promise<void> {
  const builds = await listOpenBuilds(transaction, scope);
  const superseded = builds.filter(
    (build) => isSuperseded(view, scope, build) && !isRunAgain(scope, head.endedAt, build),
  );
  const carried = reviewable.filter((result) => result.carried).map(slotOf);
  await endOpenReviews(
    transaction,
    head.diffId,
    scope,
    superseded.map(({ captureId }) => captureId),
    { complete, carried },
  );
  const told = await listResultsOf(
    transaction,
    scope.projectId,
    (await findNewerBuilds(transaction, view, head.endedAt, scope)).map(({ diffId }) => diffId),
    reviewable,
  );
  await openReviews(transaction, head.diffId, scope, [...told.map(slotOf), ...carried]);
}

const isSuperseded = (view: HeadView, scope: CarryScope, build: OpenBuild): boolean =>
  build.commit === null ? build.captureId < scope.headCaptureId : isBehind(view, scope, build);

/** Whether a build is of the head's own commit and ended after it. */
const isRunAgain = (
  { commit }: CarryScope,
  endedAt: Date | null,
  build: { commit: string | null; completedAt: Date | null },
): boolean =>
  commit !== null &&
  build.commit === commit &&
  endedAt !== null &&
  build.completedAt !== null &&
  build.completedAt > endedAt;

/** Builds of the branch whose commits descend from the head's or rewrite it, and later ones of the same commit. */
async function findNewerBuilds(
  transaction: Database,
  { graph, isBefore }: HeadView,
  endedAt: Date | null,
  scope: CarryScope,
): Promise<BranchBuild[]> {
  const { commit, headCaptureId } = scope;
  if (commit === null) return [];
  const builds = await listBranchBuilds(transaction, scope, headCaptureId);
  return builds.filter(
    (build) =>
      build.commit !== null &&
      (isBefore(commit, build.commit) ||
        isRunAgain(scope, endedAt, { ...build, completedAt: build.endedAt }) ||
        (build.captureId > headCaptureId && graph.isRewrittenIn(commit, build.commit))),
  );
}
