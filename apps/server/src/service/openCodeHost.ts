import type { CodeHost, CodeHostConnection } from '../domain/codeHosts/CodeHost.js';
import { slugOf } from '../domain/slugOf.js';
import type { CodeHostRow } from '../store/codeHosts/codeHosts.js';
import type { ProjectRow } from '../store/projects/projects.js';
import type { Resources } from './Resources.js';

/**
 * The code host of a project, with its secret.
 * @throws SealBroken, CodeHostError when the deployment is not set up for it
 */
export function openCodeHost(
  { codeHosts, vault }: Pick<Resources, 'codeHosts' | 'vault'>,
  project: ProjectRow,
  row: CodeHostRow,
): CodeHost {
  const secret = row.secret === null ? '' : vault.open(row.secret, project.id);
  return codeHosts.open(connectionOf(project, row, secret));
}

function connectionOf(project: ProjectRow, row: CodeHostRow, secret: string): CodeHostConnection {
  const { kind, repository, url } = row;
  if (kind === 'github') return { kind, repository: repository ?? '' };
  if (kind === 'gitlab') return { kind, url: url ?? '', repository: repository ?? '', token: secret };
  return { kind, url: url ?? '', project: slugOf(project), secret };
}
