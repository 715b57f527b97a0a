import type { HostRepository } from '../../domain/codeHosts/CodeHost.js';
import { CodeHostError } from '../../domain/codeHosts/CodeHostError.js';
import { type DataCenterRepository, listAll } from './DataCenterRepository.js';

/** The repository, and whether the owner of the token may push to it. */
export async function examine(
  { ask, at }: DataCenterRepository,
  signal: AbortSignal,
): Promise<HostRepository> {
  const path = '/api/latest/projects/{projectKey}/repos/{repositorySlug}';
  const { id, slug, name, project } = await ask('get', path, { at, signal });
  if (!Number.isSafeInteger(id) || !slug || !name || !project?.key) {
    throw new CodeHostError('The address does not answer as a Bitbucket Data Center does', { final: true });
  }
  const writable = await listAll((page) =>
    ask('get', '/api/latest/repos', {
      at: {},
      query: { permission: 'REPO_WRITE', projectkey: project.key, name, ...page },
      signal,
    }),
  );
  return {
    id: String(id),
    path: `${project.key}/${slug}`,
    mayPush: writable.some((one) => one.id === id),
  };
}
