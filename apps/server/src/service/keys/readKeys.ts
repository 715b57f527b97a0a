import type { ApiKey } from '@svc/schema';
import type { ApiKeyRow } from '../../store/keys/apiKeys.js';
import { listApiKeys } from '../../store/keys/apiKeys.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';

/** API keys of the project, newest first, after the given id. */
export const readKeys = async (
  { database }: Pick<Resources, 'database'>,
  { project }: ProjectAccess,
  page: { before: string | null; limit: number },
): Promise<ApiKey[]> => (await listApiKeys(database, { projectId: project.id, ...page })).map(presentKey);

export const presentKey = (row: ApiKeyRow): ApiKey => ({
  id: row.id,
  name: row.name,
  prefix: row.prefix,
  scopes: row.scopes,
  createdBy: row.createdBy,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt?.toISOString() ?? null,
  revokedAt: row.revokedAt?.toISOString() ?? null,
});
