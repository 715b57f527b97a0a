import { type DataCenterRepository, pageSize } from './DataCenterRepository.js';

/** Whether a branch contains a commit; null if the repository has no such branch. */
export async function isOnBranch(
  { exchange, ask, accept, at }: DataCenterRepository,
  { commit, branch }: { commit: string; branch: string },
  signal: AbortSignal,
): Promise<boolean | null> {
  const missing = await exchange('get', '/api/latest/projects/{projectKey}/repos/{repositorySlug}/commits', {
    at,
    query: { until: commit, since: `refs/heads/${branch}`, limit: 1 },
    signal,
  });
  if (missing.status !== 404) return (accept(missing) as { values: unknown[] }).values.length === 0;
  // One of the two is unknown.
  const branches = await ask('get', '/api/latest/projects/{projectKey}/repos/{repositorySlug}/branches', {
    at,
    // The exact match comes first.
    query: { filterText: branch, boostMatches: 'true', limit: pageSize },
    signal,
  });
  return (branches.values ?? []).some(({ displayId }) => displayId === branch) ? false : null;
}
