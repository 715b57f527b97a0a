import type { Role } from '@svc/schema';
import { sql } from 'kysely';
import type { Database } from '../database.js';
import { newId } from '../newId.js';
import { hashOf, newSecret } from '../secrets.js';

const shown = ['id', 'role', 'createdBy', 'createdAt', 'expiresAt'] as const;

/** Makes an invitation. The token is returned once and never stored. */
export async function insertInvitation(
  database: Database,
  { org, role, createdBy, days }: { org: string; role: Role; createdBy: string; days: number },
) {
  const token = newSecret();
  const row = await database
    .insertInto('invitations')
    .values({
      id: newId('invitation'),
      org,
      role,
      hash: hashOf(token),
      createdBy,
      expiresAt: sql<Date>`now() + make_interval(days => ${days}::int)`,
    })
    .returning(shown)
    .executeTakeFirstOrThrow();
  return { token, row };
}

/** Those that can still be accepted, newest first. */
export const listInvitations = (database: Database, org: string) =>
  database
    .selectFrom('invitations')
    .select(shown)
    .where('org', '=', org)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .orderBy('id', 'desc')
    .execute();

/** What a valid token invites to. */
export const findInvitation = (database: Database, token: string) =>
  database
    .selectFrom('invitations')
    .select(['org', 'role', 'createdBy', 'expiresAt'])
    .where('hash', '=', hashOf(token))
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();

/** Uses up an invitation. Of several uses at once, one gets it. */
export const useInvitation = (
  database: Database,
  token: string,
): Promise<{ id: string; org: string; role: Role } | undefined> =>
  database
    .updateTable('invitations')
    .set({ usedAt: sql<Date>`now()` })
    .where('hash', '=', hashOf(token))
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning(['id', 'org', 'role'])
    .executeTakeFirst();

/** Takes an invitation back; false when there is none that could still be accepted. */
export async function revokeInvitation(database: Database, org: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('invitations')
    .set({ revokedAt: sql<Date>`now()` })
    .where('org', '=', org)
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
