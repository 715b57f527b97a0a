// biome-ignore-all lint/style/useNamingConvention: parameters of GitHub's API.

import type { HostRepository } from '../../domain/codeHosts/CodeHost.js';
import { type GithubRepository, statusOf } from './GithubRepository.js';

/**
 * The repository, and whether an account may push to it. The account is named by its number: its login may have been
 * another's a moment ago.
 */
export async function examine(repository: GithubRepository, account: string | null): Promise<HostRepository> {
  const { send, at } = repository;
  const { data } = await send('GET /repos/{owner}/{repo}', at);
  return {
    id: String(data.id),
    path: data.full_name,
    mayPush: account !== null && (await mayAccountPush(repository, account)),
  };
}

async function mayAccountPush({ send, at }: GithubRepository, account: string): Promise<boolean> {
  const none = (error: unknown) => {
    if (statusOf(error) !== 404) throw error;
    return null;
  };
  const found = await send('GET /user/{account_id}', { account_id: Number(account) }).catch(none);
  if (!found || String(found.data.id) !== account) return false;
  const answer = await send('GET /repos/{owner}/{repo}/collaborators/{username}/permission', {
    ...at,
    username: found.data.login,
  }).catch(none);
  if (!answer || String(answer.data.user?.id) !== account) return false;
  return answer.data.permission === 'admin' || answer.data.permission === 'write';
}
