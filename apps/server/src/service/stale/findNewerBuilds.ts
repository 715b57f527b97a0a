import { findCaptureById } from '../../store/captures/captures.js';
import type { Database } from '../../store/database.js';
import { type BranchBuild, listBranchBuilds } from '../../store/diffs/branchResults.js';
import type { DiffRow } from '../../store/diffs/diffs.js';
import type { HeadView } from '../baselines/HeadView.js';

/**
 * The newer builds of a diff's branch, the newest first (R44): their commits descend from this one's or, where neither
 * descends from the other, they ended later.
 */
export async function findNewerBuilds(
  database: Database,
  { commit, headCaptureId }: Pick<DiffRow, 'commit' | 'headCaptureId'>,
  view: HeadView,
): Promise<BranchBuild[]> {
  const { branch } = view;
  if (branch === null) return [];
  const builds = await listBranchBuilds(database, { ...view, branch }, headCaptureId);
  if (builds.length === 0) return [];
  const ended = (await findCaptureById(database, headCaptureId))?.completedAt ?? null;
  return builds.filter((build) => {
    if (commit !== null && build.commit !== null) {
      if (view.isBefore(commit, build.commit)) return true;
      if (view.isBefore(build.commit, commit)) return false;
    }
    // Not when the diff ended: comparing an old build again makes it no newer.
    return ended !== null && build.endedAt !== null && build.endedAt > ended;
  });
}
