import type { Scope } from '@svc/schema';
import { type Selectable, sql } from 'kysely';
import type { KeyBinding } from '../../domain/KeyBinding.js';
import type { Database } from '../database.js';
import { newId } from '../newId.js';
import type { ProjectRow } from '../projects/projects.js';
import { hashOf, newSecret } from '../secrets.js';
import type { ApiKeys } from '../tables.js';

export type ApiKeyRow = Omit<Selectable<ApiKeys>, 'hash' | 'ci_repository' | 'ci_ref' | 'ci_branch'>;

const shown = [
  'id',
  'project_id',
  'name',
  'prefix',
  'scopes',
  'created_by',
  'created_at',
  'last_used_at',
  'expires_at',
  'revoked_at',
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
    .insertInto('api_keys')
    .values({
      id: newId('key'),
      project_id: projectId,
      name,
      hash: hashOf(secret),
      prefix: secret.slice(0, prefixLength),
      scopes,
      created_by: createdBy,
      expires_at:
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

export interface KeyHolder {
  keyId: string;
  keyName: string;
  scopes: Scope[];
  project: ProjectRow;
  /** Null for a key that people made. */
  binding: KeyBinding | null;
}

/**
 * The holder of a valid key, whose use is noted at most once a minute.
 *
 * Written out, since every request of a key begins with it: building the query would take longer than running it.
 */
export async function findApiKey(database: Database, key: string): Promise<KeyHolder | undefined> {
  const { rows } = await sql<
    ProjectRow & {
      key_id: string;
      key_name: string;
      key_scopes: Scope[];
      key_is_noted: boolean;
      key_binding: KeyBinding | null;
    }
  >`
    select projects.*, api_keys.id key_id, api_keys.name key_name, api_keys.scopes key_scopes,
      coalesce(api_keys.last_used_at > now() - interval '1 minute', false) key_is_noted,
      case when ci_repository is not null then
        json_build_object('repository', ci_repository, 'ref', ci_ref, 'branch', ci_branch) end key_binding
    from api_keys join projects on projects.id = api_keys.project_id
    where api_keys.hash = ${hashOf(key)} and api_keys.revoked_at is null
      and (api_keys.expires_at is null or api_keys.expires_at > now())`.execute(database);
  const [row] = rows;
  if (!row) return undefined;
  const {
    key_id: keyId,
    key_name: keyName,
    key_scopes: scopes,
    key_is_noted: isNoted,
    key_binding: binding,
    ...project
  } = row;
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
  (await database.selectFrom('api_keys').select('id').where('project_id', '=', projectId).limit(1).execute())
    .length > 0;

/** Newest first, without those of CI; `before` is the id of the last one seen. */
export const listApiKeys = (
  database: Database,
  { projectId, before, limit }: { projectId: string; before: string | null; limit: number },
): Promise<ApiKeyRow[]> =>
  database
    .selectFrom('api_keys')
    .select(shown)
    .where('project_id', '=', projectId)
    .where('ci_repository', 'is', null)
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
    .updateTable('api_keys')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .returning(shown)
    .executeTakeFirst();
