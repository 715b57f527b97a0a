import { sql } from 'kysely';
import type { Database } from '../database.js';
import { hashOf, newSecret } from '../secrets.js';

/** Whether anybody has ever signed in. */
export const hasSignedIn = async (database: Database): Promise<boolean> =>
  (
    await database
      .selectFrom('signInTokens')
      .select('hash')
      .where('usedAt', 'is not', null)
      .limit(1)
      .execute()
  ).length > 0;

/** A token that signs a person in once, within `hours`. */
export async function createSignInToken(database: Database, userId: string, hours: number): Promise<string> {
  const token = newSecret();
  await database
    .insertInto('signInTokens')
    .values({
      hash: hashOf(token),
      userId,
      expiresAt: sql<Date>`now() + make_interval(hours => ${hours})`,
      usedAt: null,
    })
    .execute();
  return token;
}

/** Uses up a sign-in token. Of several uses at once, one gets the person. */
export async function useSignInToken(
  database: Database,
  token: string,
): Promise<{ id: string; name: string } | undefined> {
  const used = await database
    .updateTable('signInTokens')
    .set({ usedAt: sql<Date>`now()` })
    .where('hash', '=', hashOf(token))
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .returning('userId')
    .executeTakeFirst();
  if (!used) return undefined;
  return database.selectFrom('users').select(['id', 'name']).where('id', '=', used.userId).executeTakeFirst();
}
