import type { ChangePasswordBody } from '@svc/schema';
import { ServiceError } from '../../domain/ServiceError.js';
import { voidPasswordResets } from '../../store/accounts/passwordResets.js';
import { changeCredentials, deleteSessions, findCredentials } from '../../store/accounts/people.js';
import type { PersonPrincipal } from '../access/Principal.js';
import { requireBrowser } from '../access/Principal.js';
import type { Resources } from '../Resources.js';
import { checkPassword } from './checkPassword.js';
import { hashPassword } from './passwords.js';
import { emailTaken } from './signUp.js';

const invalid = (path: string, message: string) =>
  new ServiceError('VALIDATION_ERROR', `${path}: ${message}`, [{ path, message }]);

/**
 * Sets what a person signs in with, and ends all browser sessions and logins but the one that asks.
 * @param session the secret of the browser session that asks; undefined for another credential
 * @throws ServiceError FORBIDDEN, VALIDATION_ERROR, NAME_TAKEN, TooManyTries
 */
export async function changePassword(
  { database }: Pick<Resources, 'database'>,
  person: PersonPrincipal,
  { currentPassword, newPassword, email }: ChangePasswordBody,
  session: string | undefined,
): Promise<void> {
  requireBrowser(person, 'A password is changed');
  const earlier = await findCredentials(database, person.id);
  if (earlier.password !== null) {
    const triers = [{ counter: 'person', id: person.id }] as const;
    const isRight = await checkPassword({ database }, triers, earlier.password, currentPassword ?? '');
    if (!isRight) throw invalid('currentPassword', 'is wrong');
  }
  if (email === undefined && earlier.email === null)
    throw invalid('email', 'say with which e-mail address to sign in');
  const password = await hashPassword(newPassword);
  await database.transaction().execute(async (transaction) => {
    // First, as in a reset of this password at the same moment: neither waits for the other then.
    await voidPasswordResets(transaction, person.id);
    if (!(await changeCredentials(transaction, person.id, { ...(email && { email }), password })))
      throw emailTaken();
    await deleteSessions(transaction, person.id, session);
  });
}
