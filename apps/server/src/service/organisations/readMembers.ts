import type { Member } from '@svc/schema';
import type { Database } from '../../store/database.js';
import { listMembers } from '../../store/organisations/organisations.js';

/** Members of an organisation, the longest-standing first. */
export const readMembers = async (database: Database, org: string): Promise<Member[]> =>
  (await listMembers(database, org)).map(({ createdAt, ...row }) => ({
    ...row,
    createdAt: createdAt.toISOString(),
  }));
