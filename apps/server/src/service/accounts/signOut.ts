import { notFound } from '../../domain/ServiceError.js';
import { deleteSessions, deleteWebSession } from '../../store/accounts/people.js';
import { deleteSignIn } from '../../store/accounts/signIns.js';
import type { PersonPrincipal } from '../access/Principal.js';
import { requireBrowser } from '../access/Principal.js';
import type { Resources } from '../Resources.js';

/** Ends a browser session. */
export async function signOut({ database }: Resources, session: string): Promise<void> {
  await deleteWebSession(database, session);
}

/** Ends all browser sessions and logins of a person. */
export const signOutEverywhere = (
  { database }: Pick<Resources, 'database'>,
  person: PersonPrincipal,
): Promise<void> => database.transaction().execute((transaction) => deleteSessions(transaction, person.id));

/**
 * Signs out a browser or a machine of a person: its next request is refused.
 * @throws ServiceError FORBIDDEN, LOGIN_NOT_FOUND
 */
export async function endSignIn(
  { database }: Pick<Resources, 'database'>,
  person: PersonPrincipal,
  id: string,
): Promise<void> {
  requireBrowser(person, 'Other places are signed out');
  if (!(await deleteSignIn(database, person.id, id))) throw notFound('Login');
}
