// biome-ignore-all lint/style/useNamingConvention: fields of GitLab's API.

import type { HostRepository } from '../../domain/codeHosts/CodeHost.js';
import { CodeHostError } from '../../domain/codeHosts/CodeHostError.js';
import type { HostCall } from '../callHost.js';

/** Of the role Developer, the first one that may push. */
const developer = 30;

interface Project {
  id: number;
  path_with_namespace: string;
  permissions?: {
    project_access?: { access_level?: number } | null;
    group_access?: { access_level?: number } | null;
  };
}

/**
 * The project, and whether the owner of the token may push to it. A project that is merely visible, as all public ones
 * are, has no access level for the owner.
 * @param project its path in the API
 */
export async function examine(
  { ask }: Pick<HostCall, 'ask'>,
  project: string,
  signal: AbortSignal,
): Promise<HostRepository> {
  const { id, path_with_namespace: path, permissions } = await ask<Project>('GET', project, signal);
  if (!Number.isSafeInteger(id) || typeof path !== 'string' || !/^[\w.-]+(\/[\w.-]+)+$/.test(path)) {
    throw new CodeHostError('The address does not answer as a GitLab does', { final: true });
  }
  const { project_access: own, group_access: ofGroup } = permissions ?? {};
  const level = Math.max(own?.access_level ?? 0, ofGroup?.access_level ?? 0);
  return { id: String(id), path, mayPush: level >= developer };
}
