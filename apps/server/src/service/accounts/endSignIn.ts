import { notFound } from '../../domain/ServiceError.js';
import { deleteSignIn } from '../../store/accounts/signIns.js';
import type { PersonPrincipal } from '../access/Principal.js';
import { requireBrowser } from '../access/requireBrowser.js';
import type { Resources } from '../Resources.js';

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
