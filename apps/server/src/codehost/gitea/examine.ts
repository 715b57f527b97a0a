import type { Repository } from 'gitea-js';
import type { HostRepository } from '../../domain/codeHosts/CodeHost.js';
import { CodeHostError } from '../../domain/codeHosts/CodeHostError.js';
import type { HostCall } from '../callHost.js';

/**
 * The repository, and whether the owner of the token may push to it.
 * @param repository its path in the API
 */
export async function examine(
  { ask }: Pick<HostCall, 'ask'>,
  repository: string,
  signal: AbortSignal,
): Promise<HostRepository> {
  const {
    id,
    full_name: path,
    permissions,
  } = (await ask<Repository | null>('GET', repository, signal)) ?? {};
  if (!Number.isSafeInteger(id) || typeof path !== 'string' || !/^[\w.-]+\/[\w.-]+$/.test(path)) {
    throw new CodeHostError('The address does not answer as a Gitea or Forgejo does', { final: true });
  }
  return { id: String(id), path, mayPush: permissions?.push === true };
}
