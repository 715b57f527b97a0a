import { ServiceError } from '../../domain/ServiceError.js';
import { createWebSession, findByEmail } from '../../store/accounts/people.js';
import { takePermit, tooManyRequests } from '../access/takePermit.js';
import type { Resources } from '../Resources.js';
import { isPassword } from './passwords.js';
import { sessionDays } from './signIn.js';

/**
 * Opens a browser session with e-mail and password. Tries are counted for each account, beside those of an address.
 * @param browser what it calls itself
 * @throws ServiceError UNAUTHORIZED, RATE_LIMITED
 */
export async function signInWithPassword(
  { database, rateLimits }: Pick<Resources, 'database' | 'rateLimits'>,
  { email, password }: { email: string; password: string },
  browser: string | null,
): Promise<{ name: string; session: string }> {
  const permit = await takePermit(
    { database, rateLimits },
    { holder: `account:${email}`, counter: 'addresses' },
    null,
  );
  if (permit.retryAfter !== null) throw tooManyRequests();
  const person = await findByEmail(database, email);
  if (!(await isPassword(person?.password, password)) || !person) {
    throw new ServiceError('UNAUTHORIZED', 'E-mail address or password is wrong');
  }
  const session = await createWebSession(database, person.id, sessionDays, browser);
  return { name: person.name, session };
}
