import { ServiceError } from '../../domain/ServiceError.js';
import { saveMailPreferences } from '../../store/mail/activity.js';
import type { Resources } from '../Resources.js';

/** What the token is sealed for. */
const about = 'unsubscribe';

/** Whose notifications the bearer can end, and nothing else. It works for as long as the secret of the installation. */
export const unsubscribeToken = ({ vault }: Pick<Resources, 'vault'>, userId: string): string =>
  vault.seal(userId, about).toString('base64url');

/**
 * Ends all notifications of the person that a token is for. Again, nothing happens.
 * @throws ServiceError TOKEN_INVALID
 */
export async function unsubscribe(
  { database, vault }: Pick<Resources, 'database' | 'vault'>,
  token: string,
): Promise<void> {
  const nothing = { mentions: false, replies: false, requests: false, builds: 'none' } as const;
  await saveMailPreferences(database, readToken(vault, token), nothing);
}

function readToken(vault: Resources['vault'], token: string): string {
  try {
    return vault.open(Buffer.from(token, 'base64url'), about);
  } catch {
    throw new ServiceError(
      'TOKEN_INVALID',
      'This link is incomplete, or the service has lost the secret it was made with. Sign in and choose your notifications on the account page.',
    );
  }
}
