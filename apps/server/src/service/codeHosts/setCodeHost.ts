import type { SetCodeHostBody } from '@svc/schema';
import { startCheckRunsAnew } from '../../store/checks/checkRuns.js';
import { deleteCodeHost, findCodeHost, saveCodeHost } from '../../store/codeHosts/codeHosts.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import type { Resources } from '../Resources.js';

/** Says where a project shows its check runs, from now on: what there was before is not shown there. */
export async function setCodeHost(
  { database, vault }: Pick<Resources, 'database' | 'vault'>,
  access: ProjectAccess,
  given: SetCodeHostBody,
): Promise<void> {
  const { project } = access;
  const secret = secretOf(given);
  const place = {
    kind: given.kind,
    repository: given.kind === 'webhook' ? null : given.repository,
    url: given.kind === 'github' ? null : given.url,
  };
  await database.transaction().execute(async (transaction) => {
    const earlier = await findCodeHost(transaction, project.id);
    const isSame =
      earlier?.kind === place.kind && earlier.repository === place.repository && earlier.url === place.url;
    if (!isSame) await startCheckRunsAnew(transaction, project.id);
    await saveCodeHost(transaction, {
      ...place,
      projectId: project.id,
      secret: secret === null ? null : vault.seal(secret, project.id),
      checkName: given.checkName,
      comment: given.comment,
      approvers: given.approvers === 'write' ? null : given.approvers,
    });
    await noteInAudit(transaction, access, 'code-host.changed', {
      details: { ...place, checkName: given.checkName, comment: given.comment, approvers: given.approvers },
    });
  });
}

function secretOf(given: SetCodeHostBody): string | null {
  if (given.kind === 'gitlab') return given.token;
  return given.kind === 'webhook' ? given.secret : null;
}

/** Ends that the project shows check runs; those that are shown stay as they are. */
export const removeCodeHost = (
  { database }: Pick<Resources, 'database'>,
  access: ProjectAccess,
): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    await deleteCodeHost(transaction, access.project.id);
    await noteInAudit(transaction, access, 'code-host.removed');
  });
