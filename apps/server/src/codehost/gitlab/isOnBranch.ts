import type { HostCall } from '../callHost.js';

/**
 * Whether a branch contains a commit; null if the project has no such branch.
 * @param project its path in the API
 */
export async function isOnBranch(
  { exchange, accept }: Pick<HostCall, 'exchange' | 'accept'>,
  project: string,
  { commit, branch }: { commit: string; branch: string },
  signal: AbortSignal,
): Promise<boolean | null> {
  const refs = [branch, commit].map((ref) => `refs[]=${encodeURIComponent(ref)}`).join('&');
  const answer = await exchange('GET', `${project}/repository/merge_base?${refs}`, signal);
  const isMissing = answer.status === 404 || /Could not find ref/.test(JSON.stringify(answer.body));
  if (!isMissing) {
    const { id } = accept(answer) as { id: string };
    return id.startsWith(commit);
  }
  // One of the two is missing, and GitLab may name the wrong one; or they have nothing in common.
  const path = `${project}/repository/branches/${encodeURIComponent(branch)}`;
  const known = await exchange('GET', path, signal);
  if (known.status === 404) return null;
  accept(known);
  return false;
}
