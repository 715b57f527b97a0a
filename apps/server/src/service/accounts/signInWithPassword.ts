import { ServiceError } from '../../domain/ServiceError.js';
import type { Trier } from '../../store/accounts/passwordTries.js';
import { createWebSession, findByEmail } from '../../store/accounts/people.js';
import type { Resources } from '../Resources.js';
import { checkPassword } from './checkPassword.js';
import { readDevice } from './knownDevices.js';
import { sessionDays } from './signIn.js';

/** Where a try comes from. */
export interface SignInOrigin {
  /** What the browser calls itself. */
  browser: string | null;
  /** Addresses that are one for limits. */
  address: string;
  /** The cookie of a browser that has signed in before. */
  device: string | undefined;
}

/**
 * Opens a browser session with e-mail and password. Wrong tries delay the next one to the account and the next one from
 * the address; a browser that has signed in to the account before has a count of its own, so that guesses from elsewhere
 * lock nobody out. An account that does not exist is treated as one that does.
 * @throws ServiceError UNAUTHORIZED, TooManyTries
 */
export async function signInWithPassword(
  { database, vault }: Pick<Resources, 'database' | 'vault'>,
  { email, password }: { email: string; password: string },
  { browser, address, device: kept }: SignInOrigin,
): Promise<{ id: string; name: string; session: string }> {
  const person = await findByEmail(database, email);
  const device = readDevice({ vault }, kept);
  const triers: Trier[] =
    device !== null && device.userId === person?.id
      ? [{ counter: 'device', id: device.id }]
      : [
          { counter: 'account', id: email },
          { counter: 'address', id: address },
        ];
  if (!(await checkPassword({ database }, triers, person?.password, password)) || !person) {
    throw new ServiceError('UNAUTHORIZED', 'E-mail address or password is wrong');
  }
  const session = await createWebSession(database, person.id, sessionDays, browser);
  return { id: person.id, name: person.name, session };
}
