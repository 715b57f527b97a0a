import { ServiceError } from '../../domain/ServiceError.js';
import { findLoginToken, loginPrefix } from '../../store/accounts/loginTokens.js';
import { findWebSession } from '../../store/accounts/people.js';
import { findApiKey } from '../../store/keys/apiKeys.js';
import type { Resources } from '../Resources.js';
import type { Requester } from './Principal.js';

const keyHint = 'Make one in the project settings or with `svc-server keys create <org/project>`.';

/**
 * Finds out who asks. A request with a key or a login is judged by that alone; a browser session counts only without.
 * @param credential an API key, or what `svc login` keeps
 * @throws ServiceError UNAUTHORIZED saying which credential was looked at
 */
export async function identify(
  { database }: Pick<Resources, 'database'>,
  { credential, session }: { credential: string | undefined; session: string | undefined },
): Promise<Requester> {
  if (credential?.startsWith(loginPrefix)) {
    const person = await findLoginToken(database, credential);
    if (person) return { kind: 'person', via: 'login', ...person };
    throw new ServiceError('UNAUTHORIZED', 'The login has expired or was revoked. Run `svc login` again.');
  }
  if (credential !== undefined) {
    const key = await findApiKey(database, credential);
    if (key) return { kind: 'key', ...key };
    throw new ServiceError(
      'UNAUTHORIZED',
      `The API key is not valid, has expired or has been revoked. ${keyHint}`,
    );
  }
  if (session === undefined) {
    throw new ServiceError('UNAUTHORIZED', `An API key is required, sent as X-API-Key. ${keyHint}`);
  }
  const person = await findWebSession(database, session);
  if (!person) throw new ServiceError('UNAUTHORIZED', 'The browser session has expired. Sign in again.');
  return { kind: 'person', via: 'session', ...person };
}
