import type { Compare } from 'gitea-js';
import type { HostCall } from '../callHost.js';

/**
 * Whether a branch contains a commit; null if the repository has no such branch.
 * @param repository its path in the API
 */
export async function isOnBranch(
  { exchange, accept }: Pick<HostCall, 'exchange' | 'accept'>,
  repository: string,
  { commit, branch }: { commit: string; branch: string },
  signal: AbortSignal,
): Promise<boolean | null> {
  const name = branch.split('/').map(encodeURIComponent).join('/');
  // The commits that the second one has and the first one lacks.
  const compared = await exchange('GET', `${repository}/compare/${name}...${commit}`, signal);
  if (compared.status !== 404) return (accept(compared) as Compare).total_commits === 0;
  // One of the two is missing, or they have nothing in common.
  const known = await exchange('GET', `${repository}/branches/${name}`, signal);
  if (known.status === 404) return null;
  accept(known);
  return false;
}
