import { ServiceError } from '../domain/ServiceError.js';
import { findApiKey, findWebSession, type KeyHolder } from '../store/access.js';
import type { Resources } from './Resources.js';

/** Who asks: an API key, or a person with a browser session. */
export type Asker = ({ kind: 'key' } & KeyHolder) | { kind: 'user'; id: string; name: string };

const keyHint = 'Make one with `svc-server keys create <org/project>` and send it as X-API-Key.';

/**
 * Finds out who asks. A request with an API key is judged by the key alone; a browser session counts only without one.
 * @throws ServiceError UNAUTHORIZED
 */
export async function identify(
  { database }: Pick<Resources, 'database'>,
  { key, session }: { key: string | undefined; session: string | undefined },
): Promise<Asker> {
  if (key !== undefined) {
    const holder = await findApiKey(database, key);
    if (!holder)
      throw new ServiceError('UNAUTHORIZED', `The API key is not valid or has been revoked. ${keyHint}`);
    return { kind: 'key', ...holder };
  }
  const user = session ? await findWebSession(database, session) : undefined;
  if (!user) throw new ServiceError('UNAUTHORIZED', `An API key is required. ${keyHint}`);
  return { kind: 'user', ...user };
}
