import type { ApiKey, CreateKeyBody } from '@svc/schema';
import { insertApiKey } from '../../store/keys/apiKeys.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import type { Caller, Resources } from '../Resources.js';
import { presentKey } from './presentKey.js';

/** Makes an API key of the project. Its secret is in the answer and nowhere else. */
export const createKey = (
  { database }: Pick<Resources, 'database'>,
  caller: Caller,
  { name, scopes, expiresInDays: days }: CreateKeyBody,
): Promise<ApiKey & { secret: string }> =>
  database.transaction().execute(async (transaction) => {
    const expiresInDays = days ?? null;
    const { secret, row } = await insertApiKey(transaction, {
      projectId: caller.project.id,
      name,
      scopes,
      createdBy: caller.actor,
      expiresInDays,
    });
    const details = { name, scopes, expiresInDays };
    await noteInAudit(transaction, caller, 'key.created', { target: row.id, details });
    return { ...presentKey(row), secret };
  });
