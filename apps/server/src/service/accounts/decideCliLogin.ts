import { notFound } from '../../domain/ServiceError.js';
import { allowCliLogin, denyCliLogin, findOpenCliLogin } from '../../store/accounts/cliLogins.js';
import type { PersonPrincipal } from '../access/Principal.js';
import { requireBrowser } from '../access/Principal.js';
import type { Resources } from '../Resources.js';

/**
 * What a login that waits is for.
 * @throws ServiceError FORBIDDEN, LOGIN_NOT_FOUND
 */
export async function readCliLogin(
  { database }: Pick<Resources, 'database'>,
  person: PersonPrincipal,
  userCode: string,
): Promise<{ name: string; isLoopback: boolean; expiresAt: string }> {
  requireBrowser(person, 'A login is allowed');
  const login = await findOpenCliLogin(database, userCode);
  if (!login) throw notFound('Login');
  const { name, redirectUrl, expiresAt } = login;
  return { name, isLoopback: redirectUrl !== null, expiresAt: expiresAt.toISOString() };
}

/**
 * Allows or refuses a login.
 * @returns where the browser goes next, with the code, or the refusal, that the command line waits for
 * @throws ServiceError FORBIDDEN, LOGIN_NOT_FOUND
 */
export async function decideCliLogin(
  { database }: Pick<Resources, 'database'>,
  person: PersonPrincipal,
  userCode: string,
  allow: boolean,
): Promise<{ redirectUrl: string | null }> {
  requireBrowser(person, 'A login is allowed');
  return database.transaction().execute(async (transaction) => {
    const login = await findOpenCliLogin(transaction, userCode);
    if (!login) throw notFound('Login');
    const outcome: [name: string, value: string] = allow
      ? ['code', await allowCliLogin(transaction, userCode, person.id)]
      : ['error', 'access_denied'];
    if (!allow) await denyCliLogin(transaction, userCode);
    if (login.redirectUrl === null) return { redirectUrl: null };
    const url = new URL(login.redirectUrl);
    url.searchParams.set(...outcome);
    if (login.state !== null) url.searchParams.set('state', login.state);
    return { redirectUrl: url.href };
  });
}
