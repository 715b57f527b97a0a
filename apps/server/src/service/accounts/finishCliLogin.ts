import { createHash } from 'node:crypto';
import { ServiceError } from '../../domain/ServiceError.js';
import { deleteCliLogin, isCodeOf, lockCliLogin } from '../../store/accounts/cliLogins.js';
import { insertLoginToken } from '../../store/accounts/loginTokens.js';
import { findPerson } from '../../store/accounts/people.js';
import type { Resources } from '../Resources.js';

const expiresInDays = 90;

const refused = (why: string) => new ServiceError('TOKEN_INVALID', `${why}. Run \`svc login\` again.`);

/**
 * Gives the token of a login that was allowed, once, to who began it.
 * @throws ServiceError LOGIN_PENDING, TOKEN_INVALID
 */
export const finishCliLogin = (
  { database }: Pick<Resources, 'database'>,
  { deviceCode, codeVerifier, code }: { deviceCode: string; codeVerifier: string; code?: string | undefined },
): Promise<{ token: string; name: string; expiresInDays: number }> =>
  database.transaction().execute(async (transaction) => {
    const login = await lockCliLogin(transaction, deviceCode);
    if (!login) throw refused('This login has expired or has been used');
    if (login.deniedAt) throw refused('The login was refused in the browser');
    if (login.userId === null) {
      throw new ServiceError('LOGIN_PENDING', 'Nobody has allowed this login in the browser yet');
    }
    const challenge = createHash('sha256').update(codeVerifier).digest('base64url');
    if (challenge !== login.challenge)
      throw refused('The verifier is not the one that this login began with');
    // The code shows that the browser which allowed the login is on the machine that began it.
    if (login.redirectUrl !== null && !isCodeOf(login, code)) {
      throw refused('The code is not the one that the browser was given');
    }
    await deleteCliLogin(transaction, deviceCode);
    const userId = login.userId;
    const { name } = await findPerson(transaction, userId);
    const token = await insertLoginToken(transaction, { userId, name: login.name, days: expiresInDays });
    return { token, name, expiresInDays };
  });
