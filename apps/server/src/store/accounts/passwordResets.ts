import { sql } from 'kysely';
import type { Database } from '../database.js';
import { hashOf } from '../secrets.js';

/**
 * Makes a token good for setting the password of an account, unless the account has `most` of them by now. The same token
 * again changes nothing.
 * @returns whether the token is good
 */
export async function insertPasswordReset(
  transaction: Database,
  { token, userId, expiresAt, most }: { token: string; userId: string; expiresAt: Date; most: number },
): Promise<boolean> {
  // Those for one account come one after the other.
  await sql`select from users where id = ${userId} for update`.execute(transaction);
  await sql`
    insert into password_resets (hash, user_id, expires_at)
    select ${hashOf(token)}, ${userId}, ${expiresAt}
    where (select count(*) from password_resets where user_id = ${userId} and expires_at > now()) < ${most}
    on conflict (hash) do nothing`.execute(transaction);
  const { rows } = await sql`
    select from password_resets where hash = ${hashOf(token)} and used_at is null and expires_at > now()`.execute(
    transaction,
  );
  return rows.length > 0;
}

/** Uses up a token, and all others of its account. Of several uses at once, one gets the account. */
export async function usePasswordReset(transaction: Database, token: string): Promise<string | undefined> {
  const { rows } = await sql<{ userId: string }>`
    update password_resets set used_at = now()
    where hash = ${hashOf(token)} and used_at is null and expires_at > now()
    returning user_id`.execute(transaction);
  const userId = rows[0]?.userId;
  if (userId !== undefined) await voidPasswordResets(transaction, userId);
  return userId;
}

/** Ends all links that could set the password of an account. They still count as sent. */
export const voidPasswordResets = async (transaction: Database, userId: string): Promise<void> => {
  await sql`update password_resets set used_at = now() where user_id = ${userId} and used_at is null`.execute(
    transaction,
  );
};

export const forgetOldResets = async (database: Database): Promise<void> => {
  await sql`delete from password_resets where expires_at < now() - interval '1 day'`.execute(database);
};
