import { deleteWebSession } from '../../store/accounts/people.js';
import type { Resources } from '../Resources.js';

/** Ends a browser session. */
export async function signOut({ database }: Resources, session: string): Promise<void> {
  await deleteWebSession(database, session);
}
