import type { ApiKey } from '@svc/schema';
import { notFound } from '../../domain/ServiceError.js';
import { revokeApiKey } from '../../store/keys/apiKeys.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import type { Resources } from '../Resources.js';
import { presentKey } from './readKeys.js';

/**
 * Revokes an API key of the project: its next request is refused.
 * @throws ServiceError KEY_NOT_FOUND
 */
export const revokeKey = (
  { database }: Pick<Resources, 'database'>,
  access: ProjectAccess,
  id: string,
): Promise<ApiKey> =>
  database.transaction().execute(async (transaction) => {
    const row = await revokeApiKey(transaction, access.project.id, id);
    if (!row) throw notFound('Key');
    await noteInAudit(transaction, access, 'key.revoked', { target: id, details: { name: row.name } });
    return presentKey(row);
  });
