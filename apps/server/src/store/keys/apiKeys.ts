import type { Scope } from '@svc/schema';
import { type Selectable, sql } from 'kysely';
import type { KeyBinding } from '../../domain/access/KeyBinding.js';
import type { Database } from '../database.js';
import { newId } from '../newId.js';
import { prepared } from '../prepared.js';
import type { ProjectRow } from '../projects/projects.js';
import { hashOf, newSecret } from '../secrets.js';
import type { ApiKeys } from '../tables.js';

export type ApiKeyRow = Omit<Selectable<ApiKeys>, 'hash' | 'ciRepository' | 'ciRef' | 'ciBranch'>;

const shown = [
  'id',
  'projectId',
  'name',
  'prefix',
  'scopes',
  'createdBy',
  'createdAt',
  'lastUsedAt',
  'expiresAt',
  'revokedAt',
] as const;

/** Characters of a secret that are kept: 24 of its 256 random bits. */
const prefixLength = 8;

export interface NewApiKey {
  projectId: string;
  name: string;
  scopes: Scope[];
  createdBy: string | null;
  /** Null: until it is revoked. */
  expiresInDays: number | null;
}

/** Makes an API key. The secret is returned once and never stored. */
export async function insertApiKey(
  database: Database,
  { projectId, name, scopes, createdBy, expiresInDays }: NewApiKey,
): Promise<{ secret: string; row: ApiKeyRow }> {
  const secret = `svc_${newSecret()}`;
  const row = await database
    .insertInto('apiKeys')
    .values({
      id: newId('key'),
      projectId,
      name,
      hash: hashOf(secret),
      prefix: secret.slice(0, prefixLength),
      scopes,
      createdBy,
      expiresAt:
        expiresInDays === null ? null : sql<Date>`now() + make_interval(days => ${expiresInDays}::int)`,
    })
    .returning(shown)
    .executeTakeFirstOrThrow();
  return { secret, row };
}

/** Makes a key that may do all that keys may, for the command line of the server. */
export const createApiKey = async (database: Database, projectId: string, name: string): Promise<string> =>
  (
    await insertApiKey(database, {
      projectId,
      name,
      scopes: ['read', 'upload', 'review'],
      createdBy: null,
      expiresInDays: null,
    })
  ).secret;

/** A key that is neither expired nor revoked. */
export interface ValidKey {
  keyId: string;
  keyName: string;
  scopes: Scope[];
  project: ProjectRow;
  /** Null for a key that people made. */
  binding: KeyBinding | null;
}

/**
 * A valid key, whose use is noted at most once a minute.
 *
 * Written out, since every request of a key begins with it: building the query would take longer than running it.
 */
export async function findApiKey(database: Database, key: string): Promise<ValidKey | undefined> {
  const { rows } = await sql<
    ProjectRow & {
      keyId: string;
      keyName: string;
      keyScopes: Scope[];
      keyIsNoted: boolean;
      keyBinding: KeyBinding | null;
    }
  >`
    select ${prepared} projects.*, api_keys.id key_id, api_keys.name key_name, api_keys.scopes key_scopes,
      coalesce(api_keys.last_used_at > now() - interval '1 minute', false) key_is_noted,
      case when ci_repository is not null then
        json_build_object('repository', ci_repository, 'ref', ci_ref, 'branch', ci_branch) end key_binding
    from api_keys join projects on projects.id = api_keys.project_id
    where api_keys.hash = ${hashOf(key)} and api_keys.revoked_at is null
      and (api_keys.expires_at is null or api_keys.expires_at > now())`.execute(database);
  const [row] = rows;
  if (!row) return undefined;
  const { keyId, keyName, keyScopes: scopes, keyIsNoted: isNoted, keyBinding: binding, ...project } = row;
  if (!isNoted) await noteUse(database, keyId);
  return { keyId, keyName, scopes, project, binding };
}

const noteUse = async (database: Database, id: string): Promise<void> => {
  await sql`
    update api_keys set last_used_at = now()
    where id = ${id} and (last_used_at is null or last_used_at <= now() - interval '1 minute')`.execute(
    database,
  );
};

export const hasApiKey = async (database: Database, projectId: string): Promise<boolean> =>
  (await database.selectFrom('apiKeys').select('id').where('projectId', '=', projectId).limit(1).execute())
    .length > 0;

/** Newest first, without those of CI; `before` is the id of the last one seen. */
export const listApiKeys = (
  database: Database,
  { projectId, before, limit }: { projectId: string; before: string | null; limit: number },
): Promise<ApiKeyRow[]> =>
  database
    .selectFrom('apiKeys')
    .select(shown)
    .where('projectId', '=', projectId)
    .where('ciRepository', 'is', null)
    .$if(before !== null, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Revokes a key of the project; one that is revoked stays as it is. Undefined when there is none. */
export const revokeApiKey = (
  database: Database,
  projectId: string,
  id: string,
): Promise<ApiKeyRow | undefined> =>
  database
    .updateTable('apiKeys')
    .set({ revokedAt: sql<Date>`coalesce(revoked_at, now())` })
    .where('projectId', '=', projectId)
    .where('id', '=', id)
    .returning(shown)
    .executeTakeFirst();
