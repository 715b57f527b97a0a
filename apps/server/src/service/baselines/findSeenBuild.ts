import { listBuilds, type SeenBuild } from '../../store/baselines/lines.js';
import type { Database } from '../../store/database.js';
import type { HeadView } from './HeadView.js';

/** Commits that are looked up at a time: the newest build is near the head, as a rule. */
const batchSize = 300;

/**
 * The newest build of a branch that a head has seen (R7): of those that no other one descends from, the last that was opened.
 * @param branches names of the branch, each with the entries between which it had that name
 */
export async function findSeenBuild(
  database: Database,
  view: HeadView,
  branches: readonly { branch: string; until: number | null; since: number | null }[],
): Promise<SeenBuild | null> {
  const { graph, checkout } = view;
  const found: SeenBuild[] = [];
  const isBeyond = (commit: string) =>
    found.some((build) => build.commit === commit || graph.ancestryOf(build.commit).has(commit));
  for (const commits of candidatesOf(view, isBeyond)) {
    const builds = await listBuilds(
      database,
      { projectId: view.projectId, suiteId: view.suiteId, branches: branches.map(({ branch }) => branch) },
      commits,
    );
    found.push(
      ...builds.filter((build) => {
        const log = branches.find(({ branch }) => branch === build.branch);
        const { until = null, since = null } = log ?? {};
        return (until === null || build.mark <= until) && (since === null || build.mark > since);
      }),
    );
    // Without the graph all that is known of the order is that the newest commits come first.
    if (found.length > 0 && (checkout === null || !graph.knows(checkout))) return firstOf(found, commits);
  }
  const newest = found.filter(({ commit }) => !found.some((other) => view.isBefore(commit, other.commit)));
  return newest.reduce<SeenBuild | null>(
    (last, build) => (last && last.captureId > build.captureId ? last : build),
    null,
  );
}

function* candidatesOf(
  { graph, checkout, history }: HeadView,
  isBeyond: (commit: string) => boolean,
): Generator<readonly string[]> {
  if (checkout !== null && graph.knows(checkout)) yield* graph.newestFirst(checkout, batchSize, isBeyond);
  else yield [...new Set([...(checkout === null ? [] : [checkout]), ...history])];
}

function firstOf(builds: readonly SeenBuild[], commits: readonly string[]): SeenBuild | null {
  const places = new Map(commits.map((commit, place) => [commit, place]));
  const placeOf = ({ commit }: SeenBuild) => places.get(commit) ?? commits.length;
  return builds.reduce<SeenBuild | null>(
    (first, build) => (first && placeOf(first) < placeOf(build) ? first : build),
    null,
  );
}
