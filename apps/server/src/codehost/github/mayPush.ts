import type { GithubRepository } from './GithubRepository.js';

/** Whether an account may push to the repository. */
export async function mayPush({ send, at }: GithubRepository, username: string): Promise<boolean> {
  const { data } = await send('GET /repos/{owner}/{repo}/collaborators/{username}/permission', {
    ...at,
    username,
  });
  // `maintain` is reported as write here.
  return data.permission === 'admin' || data.permission === 'write';
}
