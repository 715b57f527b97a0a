import { sql } from 'kysely';
import pg from 'pg';
import type { Database } from '../database.js';
import { newId } from '../newId.js';
import { prepared } from '../prepared.js';
import { hashOf, newSecret } from '../secrets.js';

/** Somebody with an account. */
export interface Person {
  id: string;
  name: string;
  /** Runs the installation: an owner of every organisation. */
  isOperator: boolean;
}

const person = ['users.id', 'users.name', 'users.isOperator'] as const;

/** Who runs the installation and was the first to; made when there is nobody. */
export async function ensureFirstUser(database: Database): Promise<string> {
  const first = await database
    .selectFrom('users')
    .select('id')
    .where('isOperator', '=', true)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  if (first) return first.id;
  const id = newId('user');
  await database.insertInto('users').values({ id, name: 'admin', isOperator: true }).execute();
  return id;
}

/**
 * Makes an account; undefined when the e-mail address has one.
 * @param password as `hashPassword` makes it
 */
export async function insertPerson(
  database: Database,
  { name, email, password }: { name: string; email: string | null; password: string | null },
): Promise<Person | undefined> {
  return database
    .insertInto('users')
    .values({ id: newId('user'), name, email, password })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning(person)
    .executeTakeFirst();
}

export const findPerson = (database: Database, id: string): Promise<Person> =>
  database.selectFrom('users').select(person).where('id', '=', id).executeTakeFirstOrThrow();

/** The account of an e-mail address with its stored password. */
export const findByEmail = (database: Database, email: string) =>
  database
    .selectFrom('users')
    .select([...person, 'password'])
    .where('email', '=', email)
    .executeTakeFirst();

/** What an account signs in with, and its name. */
export const findCredentials = (database: Database, id: string) =>
  database
    .selectFrom('users')
    .select(['name', 'email', 'password'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Holds an account while its ways to sign in change, so that changes come one after the other. */
export const lockPerson = async (database: Database, id: string): Promise<void> => {
  await database.selectFrom('users').select('id').where('id', '=', id).forUpdate().executeTakeFirst();
};

/** PostgreSQL's code of a value that has to be unique and is not. */
const uniqueViolation = '23505';

/**
 * Sets what an account signs in with; false when the e-mail address is that of another, which ends the transaction.
 * @param credentials the address may be absent: then it stays
 */
export async function changeCredentials(
  database: Database,
  id: string,
  credentials: { email?: string; password: string },
): Promise<boolean> {
  try {
    await database.updateTable('users').set(credentials).where('id', '=', id).execute();
    return true;
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === uniqueViolation) return false;
    throw error;
  }
}

/** Holds an account elsewhere, which may be unknown yet, while it is looked up and given to an account here. */
export const lockIdentity = async (database: Database, provider: string, subject: string): Promise<void> => {
  await sql`
    select pg_advisory_xact_lock(hashtextextended(${`identity ${provider} ${subject}`}, 0))`.execute(
    database,
  );
};

/** The account that signs in with an account elsewhere. */
export const findByIdentity = (database: Database, provider: string, subject: string) =>
  database
    .selectFrom('userIdentities')
    .innerJoin('users', 'users.id', 'userIdentities.userId')
    .select(person)
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .executeTakeFirst();

export const insertIdentity = async (
  database: Database,
  row: { provider: string; subject: string; userId: string; name: string },
): Promise<void> => {
  await database.insertInto('userIdentities').values(row).execute();
};

/** The number of the account of a provider that a person has linked. */
export const findSubject = async (
  database: Database,
  userId: string,
  provider: string,
): Promise<string | undefined> =>
  (
    await database
      .selectFrom('userIdentities')
      .select('subject')
      .where('userId', '=', userId)
      .where('provider', '=', provider)
      .orderBy('createdAt', 'desc')
      .limit(1)
      .executeTakeFirst()
  )?.subject;

export const listIdentities = (database: Database, userId: string) =>
  database
    .selectFrom('userIdentities')
    .select(['provider', 'name', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('provider')
    .execute();

/** Takes the accounts of a provider away from a person; false when there is none. */
export async function deleteIdentity(database: Database, userId: string, provider: string): Promise<boolean> {
  const { numDeletedRows } = await database
    .deleteFrom('userIdentities')
    .where('userId', '=', userId)
    .where('provider', '=', provider)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export const renamePerson = async (database: Database, id: string, name: string): Promise<void> => {
  await database.updateTable('users').set({ name }).where('id', '=', id).execute();
};

const longestUserAgent = 300;

/**
 * Opens a browser session.
 * @param userAgent what the browser calls itself
 * @returns what goes into the cookie
 */
export async function createWebSession(
  database: Database,
  userId: string,
  days: number,
  userAgent: string | null,
): Promise<string> {
  const secret = newSecret();
  await database
    .insertInto('webSessions')
    .values({
      id: newId('token'),
      hash: hashOf(secret),
      userId,
      userAgent: userAgent?.slice(0, longestUserAgent) ?? null,
      expiresAt: sql<Date>`now() + make_interval(days => ${days})`,
    })
    .execute();
  return secret;
}

/** The person of a session that is not over, whose use is noted at most once a minute. */
export async function findWebSession(database: Database, secret: string): Promise<Person | undefined> {
  const hash = hashOf(secret);
  const found = await database
    .selectFrom('webSessions')
    .innerJoin('users', 'users.id', 'webSessions.userId')
    .select(person)
    .select(
      sql<boolean>`coalesce(web_sessions.last_used_at > now() - interval '1 minute', false)`.as('isNoted'),
    )
    .where('webSessions.hash', '=', hash)
    .where('webSessions.expiresAt', '>', sql<Date>`now()`)
    .modifyEnd(prepared)
    .executeTakeFirst();
  if (!found) return undefined;
  const { isNoted, ...one } = found;
  if (!isNoted) {
    await database
      .updateTable('webSessions')
      .set({ lastUsedAt: sql<Date>`now()` })
      .where('hash', '=', hash)
      .execute();
  }
  return one;
}

export const deleteWebSession = (database: Database, secret: string) =>
  database.deleteFrom('webSessions').where('hash', '=', hashOf(secret)).execute();

/** Ends all browser sessions and logins of an account, but not the session with the secret `except`. */
export async function deleteSessions(database: Database, userId: string, except?: string): Promise<void> {
  await database
    .deleteFrom('webSessions')
    .where('userId', '=', userId)
    .$if(except !== undefined, (query) => query.where('hash', '!=', hashOf(except ?? '')))
    .execute();
  await database.deleteFrom('loginTokens').where('userId', '=', userId).execute();
}
