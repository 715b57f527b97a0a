import { type Selectable, sql } from 'kysely';
import { bytea } from '../bytea.js';
import type { Database } from '../database.js';
import { hashOf, newSecret } from '../secrets.js';
import type { CliLogins } from '../tables.js';

export interface NewCliLogin
  extends Pick<Selectable<CliLogins>, 'userCode' | 'name' | 'challenge' | 'redirectUrl' | 'state'> {
  minutes: number;
}

/**
 * Notes a login that waits for a person, and forgets those that waited in vain.
 * @returns the device code, which is never stored
 */
export async function insertCliLogin(
  database: Database,
  { minutes, ...login }: NewCliLogin,
): Promise<string> {
  await database.deleteFrom('cliLogins').where('expiresAt', '<', sql<Date>`now()`).execute();
  const deviceCode = newSecret();
  await database
    .insertInto('cliLogins')
    .values({
      ...login,
      hash: hashOf(deviceCode),
      expiresAt: sql<Date>`now() + make_interval(mins => ${minutes}::int)`,
    })
    .execute();
  return deviceCode;
}

/** A login that nobody has decided about. */
export const findOpenCliLogin = (database: Database, userCode: string) =>
  database
    .selectFrom('cliLogins')
    .selectAll()
    .where('userCode', '=', userCode)
    .where('userId', 'is', null)
    .where('deniedAt', 'is', null)
    .where('expiresAt', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();

/** @returns the code that the browser carries back, which is never stored */
export async function allowCliLogin(database: Database, userCode: string, userId: string): Promise<string> {
  const code = newSecret();
  await database
    .updateTable('cliLogins')
    .set({ userId, codeHash: hashOf(code) })
    .where('userCode', '=', userCode)
    .execute();
  return code;
}

export const denyCliLogin = async (database: Database, userCode: string): Promise<void> => {
  await database
    .updateTable('cliLogins')
    .set({ deniedAt: sql<Date>`now()` })
    .where('userCode', '=', userCode)
    .execute();
};

/** Holds the login of a device code. */
export const lockCliLogin = (database: Database, deviceCode: string) =>
  database
    .selectFrom('cliLogins')
    .selectAll()
    .where('hash', '=', hashOf(deviceCode))
    .where('expiresAt', '>', sql<Date>`now()`)
    .forUpdate()
    .executeTakeFirst();

export const deleteCliLogin = async (database: Database, deviceCode: string): Promise<void> => {
  await database.deleteFrom('cliLogins').where('hash', '=', hashOf(deviceCode)).execute();
};

/** Whether a code is the one that the browser was given. */
export const isCodeOf = (login: { codeHash: string | null }, code: string | undefined): boolean =>
  code !== undefined && bytea(login.codeHash) === hashOf(code);
