import { sql } from 'kysely';
import type { Database } from '../database.js';
import { newId } from '../newId.js';
import { hashOf, newSecret } from '../secrets.js';
import type { Person } from './people.js';

/** Tells what `svc login` keeps from an API key. */
export const loginPrefix = 'svcl_';

/** The person of a valid login, whose use is noted at most once a minute. */
export async function findLoginToken(database: Database, token: string): Promise<Person | undefined> {
  const found = await database
    .selectFrom('loginTokens')
    .innerJoin('users', 'users.id', 'loginTokens.userId')
    .select(['users.id', 'users.name', 'users.isOperator', 'loginTokens.id as tokenId'])
    .select(
      sql<boolean>`coalesce(login_tokens.last_used_at > now() - interval '1 minute', false)`.as('isNoted'),
    )
    .where('loginTokens.hash', '=', hashOf(token))
    .where('loginTokens.expiresAt', '>', sql<Date>`now()`)
    .executeTakeFirst();
  if (!found) return undefined;
  const { tokenId, isNoted, ...person } = found;
  if (!isNoted) {
    await database
      .updateTable('loginTokens')
      .set({ lastUsedAt: sql<Date>`now()` })
      .where('id', '=', tokenId)
      .execute();
  }
  return person;
}

/** Makes a login. The token is returned once and never stored. */
export async function insertLoginToken(
  database: Database,
  { userId, name, days }: { userId: string; name: string; days: number },
): Promise<string> {
  const token = `${loginPrefix}${newSecret()}`;
  await database
    .insertInto('loginTokens')
    .values({
      id: newId('token'),
      hash: hashOf(token),
      userId,
      name,
      expiresAt: sql<Date>`now() + make_interval(days => ${days}::int)`,
    })
    .execute();
  return token;
}

export const deleteLoginToken = async (database: Database, token: string): Promise<void> => {
  await database.deleteFrom('loginTokens').where('hash', '=', hashOf(token)).execute();
};
