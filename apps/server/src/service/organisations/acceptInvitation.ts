import type { InvitationOffer } from '@svc/schema';
import { ServiceError } from '../../domain/ServiceError.js';
import type { Database } from '../../store/database.js';
import { findInvitation, useInvitation } from '../../store/organisations/invitations.js';
import { saveMember } from '../../store/organisations/organisations.js';
import { namesOfPerson } from '../access/Principal.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import type { Resources } from '../Resources.js';

const over = () =>
  new ServiceError(
    'TOKEN_INVALID',
    'This invitation has been used, was withdrawn, or has expired. Ask an owner of the organization for another.',
  );

/**
 * What an invitation offers.
 * @throws ServiceError TOKEN_INVALID
 */
export async function readInvitation(
  { database }: Pick<Resources, 'database'>,
  token: string,
): Promise<InvitationOffer> {
  const found = await findInvitation(database, token);
  if (!found) throw over();
  return {
    organisation: found.org,
    role: found.role,
    invitedBy: found.createdBy,
    expiresAt: found.expiresAt.toISOString(),
  };
}

/**
 * Makes a person a member by an invitation, which is used up. Who is one already keeps the higher role.
 * @throws ServiceError TOKEN_INVALID
 */
export async function acceptInvitation(
  transaction: Database,
  person: { id: string; name: string },
  token: string,
): Promise<string> {
  const used = await useInvitation(transaction, token);
  if (!used) throw over();
  const { org, role } = used;
  await saveMember(transaction, { org, userId: person.id, role });
  const by = { ...namesOfPerson(person), org };
  await noteInAudit(transaction, by, 'invitation.accepted', { target: used.id, details: { role } });
  return org;
}
