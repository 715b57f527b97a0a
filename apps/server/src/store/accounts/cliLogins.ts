import { sql } from 'kysely';
import type { Database } from '../database.js';
import { hashOf, newSecret } from '../secrets.js';

export interface NewCliLogin {
  userCode: string;
  name: string;
  challenge: string;
  redirectUrl: string | null;
  state: string | null;
  minutes: number;
}

/**
 * Notes a login that waits for a person, and forgets those that waited in vain.
 * @returns the device code, which is never stored
 */
export async function insertCliLogin(database: Database, login: NewCliLogin): Promise<string> {
  await database.deleteFrom('cli_logins').where('expires_at', '<', sql<Date>`now()`).execute();
  const deviceCode = newSecret();
  await database
    .insertInto('cli_logins')
    .values({
      hash: hashOf(deviceCode),
      user_code: login.userCode,
      name: login.name,
      challenge: login.challenge,
      redirect_url: login.redirectUrl,
      state: login.state,
      expires_at: sql<Date>`now() + make_interval(mins => ${login.minutes}::int)`,
    })
    .execute();
  return deviceCode;
}

/** A login that nobody has decided about. */
export const findOpenCliLogin = (database: Database, userCode: string) =>
  database
    .selectFrom('cli_logins')
    .selectAll()
    .where('user_code', '=', userCode)
    .where('user_id', 'is', null)
    .where('denied_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();

/** @returns the code that the browser carries back, which is never stored */
export async function allowCliLogin(database: Database, userCode: string, userId: string): Promise<string> {
  const code = newSecret();
  await database
    .updateTable('cli_logins')
    .set({ user_id: userId, code_hash: hashOf(code) })
    .where('user_code', '=', userCode)
    .execute();
  return code;
}

export const denyCliLogin = async (database: Database, userCode: string): Promise<void> => {
  await database
    .updateTable('cli_logins')
    .set({ denied_at: sql<Date>`now()` })
    .where('user_code', '=', userCode)
    .execute();
};

/** Holds the login of a device code. */
export const lockCliLogin = (database: Database, deviceCode: string) =>
  database
    .selectFrom('cli_logins')
    .selectAll()
    .where('hash', '=', hashOf(deviceCode))
    .where('expires_at', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();

export const deleteCliLogin = async (database: Database, deviceCode: string): Promise<void> => {
  await database.deleteFrom('cli_logins').where('hash', '=', hashOf(deviceCode)).execute();
};

/** Whether a code is the one that the browser was given. */
export const isCodeOf = (login: { code_hash: Buffer | null }, code: string | undefined): boolean =>
  code !== undefined && (login.code_hash?.equals(hashOf(code)) ?? false);
