import { notFound } from '../../domain/ServiceError.js';
import { findDiff } from '../../store/diffs/diffs.js';
import type { Requester } from '../access/Principal.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Watcher } from '../LiveFeed.js';
import type { Resources } from '../Resources.js';

/**
 * Tells what happens to a diff from now on. People are shown to each other, API keys are not.
 * @returns ends that; null where nothing is heard now
 * @throws ServiceError DIFF_NOT_FOUND
 */
export async function watchDiff(
  { database, live }: Pick<Resources, 'database' | 'live'>,
  { project }: ProjectAccess,
  principal: Requester | null,
  id: string,
  watcher: Watcher,
): Promise<(() => void) | null> {
  const diff = await findDiff(database, project.id, id);
  if (!diff) throw notFound('Diff');
  const person = principal?.kind === 'person' ? { id: principal.id, name: principal.name } : null;
  const branches = [diff.branch, diff.baselineRef, project.defaultBranch, ...(diff.targetRefs ?? [])];
  return live.watch(
    { diffId: diff.id, suiteId: diff.suiteId, branches: branches.flatMap((branch) => branch ?? []), person },
    watcher,
  );
}
