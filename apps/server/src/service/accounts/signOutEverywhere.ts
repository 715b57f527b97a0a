import { deleteSessions } from '../../store/accounts/people.js';
import type { PersonAsking } from '../access/identify.js';
import type { Resources } from '../Resources.js';

/** Ends all browser sessions and logins of a person. */
export const signOutEverywhere = (
  { database }: Pick<Resources, 'database'>,
  person: PersonAsking,
): Promise<void> => database.transaction().execute((transaction) => deleteSessions(transaction, person.id));
