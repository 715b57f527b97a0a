import type { BitbucketRepository } from './BitbucketRepository.js';

/** Whether a branch contains a commit; null if the repository has no such branch. */
export async function isOnBranch(
  { exchange, accept, at }: BitbucketRepository,
  { commit, branch }: { commit: string; branch: string },
  signal: AbortSignal,
): Promise<boolean | null> {
  const missing = await exchange('get', '/repositories/{workspace}/{repo_slug}/commits', {
    at,
    query: { include: commit, exclude: branch, pagelen: 1 },
    signal,
  });
  if (missing.status !== 404) return (accept(missing) as { values: unknown[] }).values.length === 0;
  // One of the two is unknown.
  const known = await exchange('get', '/repositories/{workspace}/{repo_slug}/refs/branches/{name}', {
    at: { ...at, name: branch },
    signal,
  });
  if (known.status === 404) return null;
  accept(known);
  return false;
}
