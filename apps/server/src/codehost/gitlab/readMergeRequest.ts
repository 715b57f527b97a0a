import type { HostPull } from '../../domain/codeHosts/CodeHost.js';
import type { HostCall } from '../callHost.js';

/**
 * What a merge request is called, and who opened it; null if the project has none of that number.
 * @param project its path in the API
 */
export async function readMergeRequest(
  { exchange, accept }: Pick<HostCall, 'exchange' | 'accept'>,
  project: string,
  number: number,
  signal: AbortSignal,
): Promise<HostPull | null> {
  const answer = await exchange('GET', `${project}/merge_requests/${number}`, signal);
  if (answer.status === 404) return null;
  const { title, author } = accept(answer) as { title?: unknown; author?: { username?: unknown } | null };
  return { title: textOf(title), author: textOf(author?.username) };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : null);
