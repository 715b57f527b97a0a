import type { Commit } from '../../domain/commits/CommitGraph.js';
import { insertCommits } from '../../store/commits/commits.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';

/** Adds to the project's graph what it does not know yet (R40). */
export async function addCommits(
  { database }: Resources,
  { project }: ProjectAccess,
  commits: readonly Commit[],
): Promise<void> {
  await database.transaction().execute((transaction) => insertCommits(transaction, project.id, commits));
}
