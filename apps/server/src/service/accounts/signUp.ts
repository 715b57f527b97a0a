import type { SignUpBody } from '@svc/schema';
import { ServiceError } from '../../domain/ServiceError.js';
import { createWebSession, insertPerson } from '../../store/accounts/people.js';
import { acceptInvitation } from '../organisations/acceptInvitation.js';
import type { Resources } from '../Resources.js';
import { hashPassword } from './passwords.js';
import { sessionDays } from './signIn.js';

export const emailTaken = () =>
  new ServiceError('NAME_TAKEN', 'There is an account with this e-mail address; sign in, or use another');

/**
 * Makes an account with e-mail and password, and opens a browser session. An invitation is used up by it.
 * @param browser what it calls itself
 * @throws ServiceError FORBIDDEN, TOKEN_INVALID, NAME_TAKEN
 */
export async function signUp(
  { database, accounts }: Pick<Resources, 'database' | 'accounts'>,
  { name, email, password, invitation }: SignUpBody,
  browser: string | null,
): Promise<{ id: string; name: string; session: string }> {
  if (invitation === undefined && !accounts.isSignUpOpen) {
    throw new ServiceError(
      'FORBIDDEN',
      'Accounts are by invitation here; ask an owner of an organization for one',
    );
  }
  const stored = await hashPassword(password);
  return database.transaction().execute(async (transaction) => {
    const person = await insertPerson(transaction, { name, email, password: stored });
    if (!person) throw emailTaken();
    if (invitation !== undefined) await acceptInvitation(transaction, person, invitation);
    const session = await createWebSession(transaction, person.id, sessionDays, browser);
    return { id: person.id, name: person.name, session };
  });
}
