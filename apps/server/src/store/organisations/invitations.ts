import type { Role } from '@svc/schema';
import { sql } from 'kysely';
import type { Database } from '../database.js';
import { newId } from '../newId.js';
import { hashOf, newSecret } from '../secrets.js';

const shown = ['id', 'role', 'email', 'createdBy', 'createdAt', 'expiresAt'] as const;

/** Makes an invitation. The token is returned once and never stored. */
export async function insertInvitation(
  database: Database,
  {
    org,
    role,
    email = null,
    createdBy,
    days,
  }: { org: string; role: Role; email?: string | null; createdBy: string; days: number },
) {
  const token = newSecret();
  const row = await database
    .insertInto('invitations')
    .values({
      id: newId('invitation'),
      org,
      role,
      email,
      hash: hashOf(token),
      createdBy,
      expiresAt: sql<Date>`now() + make_interval(days => ${days}::int)`,
    })
    .returning(shown)
    .executeTakeFirstOrThrow();
  return { token, row };
}

/** Those that can still be accepted, newest first; `mailId` is null where no e-mail is to be sent any more. */
export const listInvitations = (database: Database, org: string) =>
  database
    .selectFrom('invitations')
    .leftJoin('mails', 'mails.invitationId', 'invitations.id')
    .select(shown.map((column) => `invitations.${column}` as const))
    .select(['mails.id as mailId', 'mails.givenUpAt as mailGivenUpAt', 'mails.lastError as mailError'])
    .where('org', '=', org)
    .where('usedAt', 'is', null)
    .where('revokedAt', 'is', null)
    .where('invitations.expiresAt', '>', sql<Date>`now()`)
    .orderBy('invitations.id', 'desc')
    .execute();

/** How many invitations of an organization were sent within a day. */
export async function countMailedInvitations(database: Database, org: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int count from invitations
    where org = ${org} and email is not null and created_at > now() - interval '1 day'`.execute(database);
  return rows[0]?.count ?? 0;
}

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
