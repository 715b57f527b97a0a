import type { SetCodeHostBody } from '@svc/schema';
import { saveCodeHost } from '../store/codeHosts.js';
import type { ProjectRow } from '../store/projects.js';
import type { Resources } from './Resources.js';

/** Says where a project shows its check runs. */
export async function setCodeHost(
  { database, vault }: Pick<Resources, 'database' | 'vault'>,
  project: ProjectRow,
  given: SetCodeHostBody,
): Promise<void> {
  const secret = secretOf(given);
  await saveCodeHost(database, {
    project_id: project.id,
    kind: given.kind,
    repository: given.kind === 'webhook' ? null : given.repository,
    url: given.kind === 'github' ? null : given.url,
    secret: secret === null ? null : vault.seal(secret, project.id),
    check_name: given.checkName,
    comment: given.comment,
    approvers: given.approvers === 'write' ? null : given.approvers,
  });
}

function secretOf(given: SetCodeHostBody): string | null {
  if (given.kind === 'gitlab') return given.token;
  return given.kind === 'webhook' ? given.secret : null;
}
