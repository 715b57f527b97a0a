import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';

/** Open ends that are named at a time; a client that can mend them is asked again at its next run. */
const mostMissing = 100;

/**
 * Which of the commits the project knows with their parents, and which commits below those are still unknown (R40).
 */
export async function findKnownCommits(
  { database, commitGraphs }: Resources,
  { project }: ProjectAccess,
  commits: readonly string[],
): Promise<{ known: string[]; missing: string[] }> {
  const graph = await commitGraphs.read(database, project.id);
  const known = commits.filter((commit) => graph.knows(commit));
  return { known, missing: graph.openEnds(known, mostMissing) };
}
