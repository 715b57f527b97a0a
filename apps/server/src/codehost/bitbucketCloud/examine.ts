// biome-ignore-all lint/style/useNamingConvention: fields of Bitbucket's API.

import type { HostRepository } from '../../domain/codeHosts/CodeHost.js';
import { CodeHostError } from '../../domain/codeHosts/CodeHostError.js';
import { type BitbucketRepository, listAll } from './BitbucketRepository.js';

/** The repository, and whether the owner of the token may push to it. */
export async function examine(
  { ask, at }: BitbucketRepository,
  signal: AbortSignal,
): Promise<HostRepository> {
  const { uuid, full_name: path } =
    (await ask('get', '/repositories/{workspace}/{repo_slug}', { at, signal })) ?? {};
  if (!uuid || !path || !/^[\w.-]+\/[\w.-]+$/.test(path)) {
    throw new CodeHostError('Bitbucket did not answer with a repository', { final: true });
  }
  // A token that may read all public repositories may write only to its own.
  const { values } = await listAll((page) =>
    ask('get', '/repositories/{workspace}', {
      at,
      query: { role: 'contributor', q: `uuid="${uuid}"`, page },
      signal,
    }),
  );
  return { id: uuid, path, mayPush: values.some((one) => one.uuid === uuid) };
}
