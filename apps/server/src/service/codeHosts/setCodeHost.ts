import type { SetCodeHostBody } from '@svc/schema';
import { bytea } from '../../store/bytea.js';
import { restartCheckRuns, retryCheckRuns } from '../../store/checks/checkRuns.js';
import { deleteCodeHost, findCodeHost, saveCodeHost } from '../../store/codeHosts/codeHosts.js';
import { forgetUnused, lockRepositories } from '../../store/codeHosts/codeRepositories.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import type { Resources } from '../Resources.js';
import { bitbucketCloud, claimRepository, gatherEvidence } from './proveRepository.js';

/**
 * Says where a project shows its check runs, from now on: what there was before is not shown there. For a
 * repository, something has to prove that the project may speak for it.
 * @throws ServiceError FORBIDDEN, VALIDATION_ERROR
 */
export async function setCodeHost(
  resources: Pick<Resources, 'database' | 'vault' | 'codeHosts' | 'repositories'>,
  access: ProjectAccess,
  given: SetCodeHostBody,
): Promise<void> {
  const { database, vault } = resources;
  const { project } = access;
  const secret = secretOf(given);
  const place = {
    kind: given.kind,
    repository: given.kind === 'webhook' ? null : given.repository,
    url: addressOf(given),
  };
  const evidence = given.kind === 'webhook' ? null : await gatherEvidence(resources, access, given);
  await database.transaction().execute(async (transaction) => {
    await lockRepositories(transaction);
    const repository =
      given.kind === 'webhook' || evidence === null
        ? null
        : await claimRepository(transaction, access, given, evidence);
    const earlier = await findCodeHost(transaction, project.id);
    const isSame =
      earlier?.kind === place.kind && earlier.repository === place.repository && earlier.url === place.url;
    const isConfirmed = isSame && earlier.codeRepositoryId === null && repository !== null;
    // With the place saved again, what it refused may be allowed now: by another token, or a permission.
    if (isConfirmed || (isSame && earlier.codeRepositoryId === (repository?.id ?? null))) {
      await retryCheckRuns(transaction, project.id);
    } else await restartCheckRuns(transaction, project.id);
    await saveCodeHost(transaction, {
      ...place,
      projectId: project.id,
      org: repository?.org ?? null,
      codeRepositoryId: repository?.id ?? null,
      secret: secret === null ? null : bytea(vault.seal(secret, project.id).toString('hex')),
      checkName: given.checkName,
      comment: given.comment,
      approvers: given.approvers === 'write' ? null : given.approvers,
    });
    await forgetUnused(transaction);
    await noteInAudit(transaction, access, 'code-host.changed', {
      details: {
        ...place,
        proof: repository?.proof ?? null,
        checkName: given.checkName,
        comment: given.comment,
        approvers: given.approvers,
      },
    });
  });
}

function secretOf(given: SetCodeHostBody): string | null {
  if (given.kind === 'github') return null;
  return given.kind === 'webhook' ? given.secret : given.token;
}

function addressOf(given: SetCodeHostBody): string | null {
  if (given.kind === 'github') return null;
  return given.kind === 'bitbucket' ? bitbucketCloud : given.url;
}

/** Ends that the project shows check runs; those that are shown stay as they are. */
export const removeCodeHost = (
  { database }: Pick<Resources, 'database'>,
  access: ProjectAccess,
): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    await lockRepositories(transaction);
    await deleteCodeHost(transaction, access.project.id);
    await forgetUnused(transaction);
    await noteInAudit(transaction, access, 'code-host.removed');
  });
