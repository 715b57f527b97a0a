import { type Slot, slotKey, slotOf } from '../../domain/slot.js';
import type { ReviewEnd } from '../../store/columnTypes.js';
import type { Database } from '../../store/database.js';
import {
  type BranchBuild,
  type BranchResult,
  listBranchBuilds,
  listResultsOf,
} from '../../store/diffs/branchResults.js';
import {
  type CarryScope,
  endOpenReviews,
  listOpenBuilds,
  type OpenBuild,
  openReviews,
} from '../../store/diffs/openReviews.js';
import type { HeadView } from '../baselines/HeadView.js';
import { isBehind, isEnded } from './isBehind.js';

/**
 * Brings what is undecided on a branch up to date with a diff whose results are written: it ends what builds before it left
 * open, and what it opens itself has ended where newer builds captured the slot (R23).
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
    (build) =>
      isSuperseded(view, scope, build) &&
      !isEnded(view, scope, build) &&
      !isRunAgain(scope, head.endedAt, build),
  );
  await endOpenReviews(transaction, head.diffId, scope, superseded, complete);
  const newer = await findNewerBuilds(transaction, view, head.endedAt, scope);
  const told = await listResultsOf(
    transaction,
    scope.projectId,
    newer.map(({ diffId }) => diffId),
    reviewable,
  );
  const ended = endsOf(
    view,
    newer,
    told.filter((result) => !result.carried),
  );
  const isOfCommit = (end: ReviewEnd) => end.commit === scope.commit;
  await openReviews(transaction, head.diffId, scope, {
    except: [
      ...reviewable.filter((result) => result.carried),
      ...ended.filter(({ ends }) => ends.some(isOfCommit)),
    ].map(slotOf),
    ended,
  });
}

/** By slot, the builds that captured it; of those that follow each other the first. */
function endsOf(
  { isBefore }: HeadView,
  builds: readonly BranchBuild[],
  results: readonly BranchResult[],
): (Slot & { ends: ReviewEnd[] })[] {
  const bySlot = new Map<string, { slot: Slot; diffs: Set<string> }>();
  for (const result of results) {
    const known = bySlot.get(slotKey(result)) ?? { slot: slotOf(result), diffs: new Set() };
    known.diffs.add(result.diffId);
    bySlot.set(slotKey(result), known);
  }
  // Most slots are captured by the same builds.
  const found = new Map<string, ReviewEnd[]>();
  const endsIn = (diffs: ReadonlySet<string>): ReviewEnd[] => {
    const ends = builds.flatMap(({ diffId, captureId, commit }) =>
      commit !== null && diffs.has(diffId) ? { capture: captureId, commit } : [],
    );
    const key = ends.map(({ capture }) => capture).join();
    const firsts =
      found.get(key) ?? ends.filter((end) => !ends.some((other) => isBefore(other.commit, end.commit)));
    found.set(key, firsts);
    return firsts;
  };
  return [...bySlot.values()].map(({ slot, diffs }) => ({ ...slot, ends: endsIn(diffs) }));
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
