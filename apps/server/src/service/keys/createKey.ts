import type { ApiKey, CreateKeyBody } from '@svc/schema';
import type { Database } from '../../store/database.js';
import { insertApiKey } from '../../store/keys/apiKeys.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import type { Resources } from '../Resources.js';
import { presentKey } from './readKeys.js';

/** Makes an API key of the project. Its secret is in the answer and nowhere else. */
export const createKey = (
  { database }: Pick<Resources, 'database'>,
  access: ProjectAccess,
  wanted: CreateKeyBody,
): Promise<ApiKey & { secret: string }> =>
  database.transaction().execute((transaction) => createKeyWithin(transaction, access, wanted));

/** As `createKey`, in the caller's transaction. */
export async function createKeyWithin(
  transaction: Database,
  access: ProjectAccess,
  { name, scopes, expiresInDays: days }: CreateKeyBody,
): Promise<ApiKey & { secret: string }> {
  const expiresInDays = days ?? null;
  const { secret, row } = await insertApiKey(transaction, {
    projectId: access.project.id,
    name,
    scopes,
    createdBy: access.actor,
    expiresInDays,
  });
  const details = { name, scopes, expiresInDays };
  await noteInAudit(transaction, access, 'key.created', { target: row.id, details });
  return { ...presentKey(row), secret };
}
