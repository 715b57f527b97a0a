import type { Invitation } from '@svc/schema';
import { listInvitations } from '../../store/organisations/invitations.js';
import type { OrganisationAccess } from '../access/enterOrganisation.js';
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
