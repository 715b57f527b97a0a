import type { Invitation, Role } from '@svc/schema';
import { notFound } from '../../domain/ServiceError.js';
import {
  insertInvitation,
  listInvitations,
  revokeInvitation,
} from '../../store/organisations/invitations.js';
import type { OrganisationAccess } from '../access/enterOrganisation.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import type { Resources } from '../Resources.js';

type Row = Awaited<ReturnType<typeof listInvitations>>[number];

export const presentInvitation = (row: Row): Invitation => ({
  id: row.id,
  role: row.role,
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
});

/** Invitations that can still be accepted, newest first. */
export const readInvitations = async (
  { database }: Pick<Resources, 'database'>,
  { org }: OrganisationAccess,
): Promise<Invitation[]> => (await listInvitations(database, org)).map(presentInvitation);

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
