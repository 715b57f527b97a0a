// biome-ignore-all lint/style/useNamingConvention: fields of GitHub's API.

import type { HostPull } from '../../domain/codeHosts/CodeHost.js';
import { type GithubRepository, statusOf } from './GithubRepository.js';

/** What a pull request is called, and who opened it; null if the repository has none of that number. */
export async function readPull({ send, at }: GithubRepository, number: number): Promise<HostPull | null> {
  try {
    const { data } = await send('GET /repos/{owner}/{repo}/pulls/{pull_number}', {
      ...at,
      pull_number: number,
    });
    // The account of the author may be gone.
    return { title: data.title, author: data.user?.login ?? null };
  } catch (error) {
    if (statusOf(error) === 404) return null;
    throw error;
  }
}
