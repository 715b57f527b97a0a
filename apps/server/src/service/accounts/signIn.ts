import { ServiceError } from '../../domain/ServiceError.js';
import { createWebSession } from '../../store/accounts/people.js';
import { useSignInToken } from '../../store/accounts/signInTokens.js';
import type { Resources } from '../Resources.js';

/** How long a browser stays signed in. */
export const sessionDays = 30;

/**
 * Uses up a sign-in token and opens a browser session.
 * @param browser what it calls itself
 * @returns who signed in, and the secret that the browser keeps
 * @throws ServiceError TOKEN_INVALID
 */
export async function signIn(
  { database }: Resources,
  token: string,
  browser: string | null,
): Promise<{ id: string; name: string; session: string }> {
  const user = await useSignInToken(database, token);
  if (!user) {
    throw new ServiceError(
      'TOKEN_INVALID',
      'This sign-in link has been used or has expired. `svc-server sign-in-link` prints a new one.',
    );
  }
  return {
    id: user.id,
    name: user.name,
    session: await createWebSession(database, user.id, sessionDays, browser),
  };
}
