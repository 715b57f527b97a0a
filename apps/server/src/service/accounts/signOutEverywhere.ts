import { deleteSessions } from '../../store/accounts/people.js';
import type { PersonPrincipal } from '../access/Principal.js';
import type { Resources } from '../Resources.js';

/** Ends all browser sessions and logins of a person. */
export const signOutEverywhere = (
  { database }: Pick<Resources, 'database'>,
  person: PersonPrincipal,
): Promise<void> => database.transaction().execute((transaction) => deleteSessions(transaction, person.id));
