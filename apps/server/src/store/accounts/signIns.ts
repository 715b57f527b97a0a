import { sql } from 'kysely';
import type { Database } from '../database.js';
import { hashOf } from '../secrets.js';

export interface SignInRow {
  id: string;
  kind: 'browser' | 'login';
  name: string | null;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date;
  isCurrent: boolean;
}

/**
 * Browser sessions and logins of an account that are not over, the last used first.
 * @param credential the secret of the one that asks
 */
export async function listSignIns(
  database: Database,
  userId: string,
  credential: string | undefined,
): Promise<SignInRow[]> {
  const current = hashOf(credential ?? '');
  const { rows } = await sql<SignInRow>`
    select id, 'browser' kind, user_agent "name", created_at, last_used_at, expires_at, hash = ${current} is_current
    from web_sessions where user_id = ${userId} and expires_at > now()
    union all
    select id, 'login', name, created_at, last_used_at, expires_at, hash = ${current}
    from login_tokens where user_id = ${userId} and expires_at > now()
    order by is_current desc, last_used_at desc nulls last, created_at desc, id desc`.execute(database);
  return rows;
}

/** Ends a browser session or a login of an account; false when there is none with this id. */
export async function deleteSignIn(database: Database, userId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    with session as (delete from web_sessions where user_id = ${userId} and id = ${id} returning id),
      login as (delete from login_tokens where user_id = ${userId} and id = ${id} returning id)
    select id from session union all select id from login`.execute(database);
  return rows.length > 0;
}
