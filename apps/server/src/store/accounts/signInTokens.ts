import { sql } from 'kysely';
import type { Database } from '../database.js';
import { hashOf, newSecret } from '../secrets.js';

/** Whether anybody has ever signed in. */
export const hasSignedIn = async (database: Database): Promise<boolean> =>
  (
    await database
      .selectFrom('sign_in_tokens')
      .select('hash')
      .where('used_at', 'is not', null)
      .limit(1)
      .execute()
  ).length > 0;

/** A token that signs a person in once, within `hours`. */
export async function createSignInToken(database: Database, userId: string, hours: number): Promise<string> {
  const token = newSecret();
  await database
    .insertInto('sign_in_tokens')
    .values({
      hash: hashOf(token),
      user_id: userId,
      expires_at: sql<Date>`now() + make_interval(hours => ${hours})`,
      used_at: null,
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
    .updateTable('sign_in_tokens')
    .set({ used_at: sql<Date>`now()` })
    .where('hash', '=', hashOf(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning('user_id')
    .executeTakeFirst();
  if (!used) return undefined;
  return database
    .selectFrom('users')
    .select(['id', 'name'])
    .where('id', '=', used.user_id)
    .executeTakeFirst();
}
