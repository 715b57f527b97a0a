import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from './database.js';
import { newId } from './newId.js';
import type { ProjectRow } from './projects.js';

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();
const newSecret = (): string => randomBytes(32).toString('base64url');

/** Makes an API key. The key itself is returned once and never stored. */
export async function createApiKey(database: Database, projectId: string, name: string): Promise<string> {
  const key = `svc_${newSecret()}`;
  await database
    .insertInto('api_keys')
    .values({ id: newId('key'), project_id: projectId, name, hash: hashOf(key) })
    .execute();
  return key;
}

export interface KeyHolder {
  keyId: string;
  keyName: string;
  project: ProjectRow;
}

/** Written out, since every request of a key begins with it: building the query would take longer than running it. */
export async function findApiKey(database: Database, key: string): Promise<KeyHolder | undefined> {
  const { rows } = await sql<ProjectRow & { key_id: string; key_name: string }>`
    select projects.*, api_keys.id key_id, api_keys.name key_name
    from api_keys join projects on projects.id = api_keys.project_id
    where api_keys.hash = ${hashOf(key)} and api_keys.revoked_at is null`.execute(database);
  const [row] = rows;
  if (!row) return undefined;
  const { key_id: keyId, key_name: keyName, ...project } = row;
  return { keyId, keyName, project };
}

export const hasApiKey = async (database: Database, projectId: string): Promise<boolean> =>
  (await database.selectFrom('api_keys').select('id').where('project_id', '=', projectId).limit(1).execute())
    .length > 0;

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

/** The first person of the installation, made when there is none. */
export async function ensureFirstUser(database: Database): Promise<string> {
  const first = await database.selectFrom('users').select('id').orderBy('id').limit(1).executeTakeFirst();
  if (first) return first.id;
  const id = newId('user');
  await database.insertInto('users').values({ id, name: 'admin' }).execute();
  return id;
}

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

/** Opens a browser session; the returned value goes into the cookie. */
export async function createWebSession(database: Database, userId: string, days: number): Promise<string> {
  const secret = newSecret();
  await database
    .insertInto('web_sessions')
    .values({
      hash: hashOf(secret),
      user_id: userId,
      expires_at: sql<Date>`now() + make_interval(days => ${days})`,
    })
    .execute();
  return secret;
}

export const findWebSession = (database: Database, secret: string) =>
  database
    .selectFrom('web_sessions')
    .innerJoin('users', 'users.id', 'web_sessions.user_id')
    .select(['users.id', 'users.name'])
    .where('web_sessions.hash', '=', hashOf(secret))
    .where('web_sessions.expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst();

export const deleteWebSession = (database: Database, secret: string) =>
  database.deleteFrom('web_sessions').where('hash', '=', hashOf(secret)).execute();

/** The key that image tokens are signed with; made on first use. */
export async function ensureSigningKey(database: Database): Promise<{ id: string; secret: Buffer }> {
  await database
    .insertInto('signing_keys')
    .values({ id: 'k1', secret: randomBytes(32) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return database
    .selectFrom('signing_keys')
    .select(['id', 'secret'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}
