import { notFound } from '../../domain/ServiceError.js';
import type { ThreadScope } from '../../store/comments/threads.js';
import type { Database } from '../../store/database.js';
import { type DiffRow, findDiff } from '../../store/diffs/diffs.js';
import type { ProjectRow } from '../../store/projects/projects.js';
import { nameNow } from '../baselines/HeadView.js';

/**
 * A diff of the project, and which threads it shows.
 * @throws ServiceError DIFF_NOT_FOUND
 */
export async function findScope(
  database: Database,
  { id: projectId, defaultBranch, formerBranches: former }: ProjectRow,
  diffId: string,
): Promise<{ diff: DiffRow; scope: ThreadScope }> {
  const diff = await findDiff(database, projectId, diffId);
  if (!diff) throw notFound('Diff');
  const { suiteId, namespace, ephemeral, createdAt } = diff;
  const branch = nameNow({ defaultBranch, former }, diff.branch, createdAt);
  const line = { defaultBranch, former };
  return { diff, scope: { projectId, suiteId, diffId, namespace, branch, ephemeral, createdAt, ...line } };
}
