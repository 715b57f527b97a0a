import { type GithubRepository, statusOf } from './GithubRepository.js';

/** Whether a branch contains a commit; null if the repository has no such branch. */
export async function isOnBranch(
  { send, at }: GithubRepository,
  commit: string,
  branch: string,
): Promise<boolean | null> {
  const none = (error: unknown) => {
    if (statusOf(error) !== 404) throw error;
    return null;
  };
  const compared = await send('GET /repos/{owner}/{repo}/compare/{basehead}', {
    ...at,
    basehead: `${branch}...${commit}`,
    // The first page alone has files, with all their changes.
    page: 2,
    // biome-ignore lint/style/useNamingConvention: GitHub's.
    per_page: 1,
  }).catch(none);
  if (compared) return compared.data.status === 'identical' || compared.data.status === 'behind';
  // Of the two, one is missing, or they have nothing in common: the branch is not the one, so the commit is not on it.
  const known = await send('GET /repos/{owner}/{repo}/branches/{branch}', { ...at, branch }).catch(none);
  return known ? false : null;
}
