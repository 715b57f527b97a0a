import { notFound } from '../../domain/ServiceError.js';
import { revokeInvitation } from '../../store/organisations/invitations.js';
import type { MemberAsking } from '../access/enterOrganisation.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import type { Resources } from '../Resources.js';

/**
 * Takes back an invitation that nobody has accepted.
 * @throws ServiceError INVITATION_NOT_FOUND
 */
export const withdrawInvitation = (
  { database }: Pick<Resources, 'database'>,
  by: MemberAsking,
  id: string,
): Promise<void> =>
  database.transaction().execute(async (transaction) => {
    if (!(await revokeInvitation(transaction, by.org, id))) throw notFound('Invitation');
    await noteInAudit(transaction, by, 'invitation.revoked', { target: id });
  });
