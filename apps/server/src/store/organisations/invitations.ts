import type { Role } from '@svc/schema';
import { sql } from 'kysely';
import type { Database } from '../database.js';
import { newId } from '../newId.js';
import { hashOf, newSecret } from '../secrets.js';

const shown = ['id', 'role', 'created_by', 'created_at', 'expires_at'] as const;

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
      created_by: createdBy,
      expires_at: sql<Date>`now() + make_interval(days => ${days}::int)`,
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
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .orderBy('id', 'desc')
    .execute();

/** What a valid token invites to. */
export const findInvitation = (database: Database, token: string) =>
  database
    .selectFrom('invitations')
    .select(['org', 'role', 'created_by', 'expires_at'])
    .where('hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();

/** Uses up an invitation. Of several uses at once, one gets it. */
export const useInvitation = (
  database: Database,
  token: string,
): Promise<{ id: string; org: string; role: Role } | undefined> =>
  database
    .updateTable('invitations')
    .set({ used_at: sql<Date>`now()` })
    .where('hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['id', 'org', 'role'])
    .executeTakeFirst();

/** Takes an invitation back; false when there is none that could still be accepted. */
export async function revokeInvitation(database: Database, org: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('invitations')
    .set({ revoked_at: sql<Date>`now()` })
    .where('org', '=', org)
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
