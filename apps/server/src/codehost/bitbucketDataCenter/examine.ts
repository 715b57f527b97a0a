import type { HostRepository } from '../../domain/codeHosts/CodeHost.js';
import { CodeHostError } from '../../domain/codeHosts/CodeHostError.js';
import { type DataCenterRepository, listAll } from './DataCenterRepository.js';

/** The repository, and whether the owner of the token may push to it. */
export async function examine(
  { ask, at }: DataCenterRepository,
  signal: AbortSignal,
): Promise<HostRepository> {
  const path = '/api/latest/projects/{projectKey}/repos/{repositorySlug}';
  const { id, slug, name, project } = (await ask('get', path, { at, signal })) ?? {};
  if (!Number.isSafeInteger(id) || !slug || !name || !project?.key) {
    throw new CodeHostError('The address does not answer as a Bitbucket Data Center does', { final: true });
  }
  const { values, isWhole } = await listAll((page) =>
    ask('get', '/api/latest/repos', {
      at: {},
      query: { permission: 'REPO_WRITE', projectkey: project.key, name, ...page },
      signal,
    }),
  );
  const mayPush = values.some((one) => one.id === id);
  if (!mayPush && !isWhole) {
    throw new CodeHostError(
      `Bitbucket lists too many repositories whose names contain ${name} to tell whether the token may write to this one`,
      { final: true },
    );
  }
  return {
    id: String(id),
    path: `${project.key}/${slug}`,
    mayPush,
  };
}
