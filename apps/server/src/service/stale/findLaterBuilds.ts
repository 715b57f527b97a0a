import type { Database } from '../../store/database.js';
import { type BranchBuild, listBranchBuilds } from '../../store/diffs/branchResults.js';
import type { CarryScope } from '../../store/diffs/openReviews.js';
import type { HeadView } from '../baselines/HeadView.js';

/** The completed builds of a branch whose commits descend from this one: the others are compared with what there is by then. */
export async function findLaterBuilds(
  database: Database,
  { isBefore }: Pick<HeadView, 'isBefore'>,
  commit: string | null,
  scope: Omit<CarryScope, 'commit'>,
): Promise<BranchBuild[]> {
  if (commit === null) return [];
  const builds = await listBranchBuilds(database, scope, scope.headCaptureId);
  return builds.filter(
    (build) => build.status === 'completed' && build.commit !== null && isBefore(commit, build.commit),
  );
}
