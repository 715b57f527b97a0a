import { notFound } from '../../domain/ServiceError.js';
import { revokeInvitation } from '../../store/organisations/invitations.js';
import type { OrganisationAccess } from '../access/enterOrganisation.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import type { Resources } from '../Resources.js';

/**
 * Takes back an invitation that nobody has accepted.
 * @throws ServiceError INVITATION_NOT_FOUND
 */
export const withdrawInvitation = (
  { database }: Pick<Resources, 'database'>,
  access: OrganisationAccess,
  id: string,
): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    if (!(await revokeInvitation(transaction, access.org, id))) throw notFound('Invitation');
    await noteInAudit(transaction, access, 'invitation.revoked', { target: id });
  });
