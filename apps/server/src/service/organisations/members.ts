import type { Member, Role } from '@svc/schema';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import type { Database } from '../../store/database.js';
import {
  deleteMember,
  listMembers,
  lockOrganisation,
  setRole,
} from '../../store/organisations/organisations.js';
import type { OrganisationAccess } from '../access/enterOrganisation.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import type { Resources } from '../Resources.js';

/** Members of an organisation, the longest-standing first. */
export const readMembers = async (database: Database, org: string): Promise<Member[]> =>
  (await listMembers(database, org)).map(({ createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
  }));

/**
 * Gives a member another role, or removes the member. An organisation that has an owner keeps one.
 * @param role null to remove
 * @returns the members afterwards
 * @throws ServiceError MEMBER_NOT_FOUND, LAST_OWNER
 */
export const changeMember = (
  { database }: Pick<Resources, 'database'>,
  access: OrganisationAccess,
  userId: string,
  role: Role | null,
): Promise<Member[]> =>
  database.transaction().execute(async (transaction) => {
    const { org } = access;
    await lockOrganisation(transaction, org);
    const members = await readMembers(transaction, org);
    const member = members.find(({ id }) => id === userId);
    if (!member) throw notFound('Member');
    const owners = members.filter((one) => one.role === 'owner');
    if (member.role === 'owner' && role !== 'owner' && owners.length === 1) {
      throw new ServiceError(
        'LAST_OWNER',
        `${member.name} is the last owner of ${org}; make somebody else an owner first`,
      );
    }
    if (role === null) await deleteMember(transaction, org, userId);
    else await setRole(transaction, { org, userId, role });
    await noteInAudit(transaction, access, role === null ? 'member.removed' : 'member.changed', {
      target: userId,
      details: { name: member.name, from: member.role, to: role },
    });
    return readMembers(transaction, org);
  });
