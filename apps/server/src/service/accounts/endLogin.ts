import { ServiceError } from '../../domain/ServiceError.js';
import { deleteLoginToken } from '../../store/accounts/loginTokens.js';
import type { PersonPrincipal } from '../access/Principal.js';
import type { Resources } from '../Resources.js';

/**
 * Revokes the login that asks.
 * @throws ServiceError FORBIDDEN for a browser session, which signs out instead
 */
export async function endLogin(
  { database }: Pick<Resources, 'database'>,
  person: PersonPrincipal,
  credential: string | undefined,
): Promise<void> {
  if (person.via !== 'login' || credential === undefined) {
    throw new ServiceError(
      'FORBIDDEN',
      'Only a login of `svc` can be ended here; in a browser, sign out instead',
    );
  }
  await deleteLoginToken(database, credential);
}
