import type { Invitation, Role } from '@svc/schema';
import { insertInvitation } from '../../store/organisations/invitations.js';
import type { OrganisationAccess } from '../access/enterOrganisation.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import type { Resources } from '../Resources.js';
import { presentInvitation } from './readInvitations.js';

/** Makes a link that makes one person a member. */
export const invite = (
  { database, links }: Pick<Resources, 'database' | 'links'>,
  access: OrganisationAccess,
  { role, expiresInDays }: { role: Role; expiresInDays: number },
): Promise<Invitation & { url: string }> =>
  database.transaction().execute(async (transaction) => {
    const { token, row } = await insertInvitation(transaction, {
      org: access.org,
      role,
      createdBy: access.actor,
      days: expiresInDays,
    });
    await noteInAudit(transaction, access, 'invitation.created', { target: row.id, details: { role } });
    return { ...presentInvitation(row), url: links.invitation(token) };
  });
