import { randomInt } from 'node:crypto';
import type { BeginCliLoginBody } from '@svc/schema';
import { insertCliLogin } from '../../store/accounts/cliLogins.js';
import type { Resources } from '../Resources.js';

const minutes = 10;
/** Seconds. */
const interval = 2;
/** Consonants: no code is a word. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';

const newUserCode = (): string => {
  const four = () => Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return `${four()}-${four()}`;
};

/** Begins the login of a command line: a person allows it in a browser, by its user code. */
export async function beginCliLogin(
  { database, links }: Pick<Resources, 'database' | 'links'>,
  { name, codeChallenge, redirectUrl, state }: BeginCliLoginBody,
) {
  const userCode = newUserCode();
  const deviceCode = await insertCliLogin(database, {
    userCode,
    name,
    challenge: codeChallenge,
    redirectUrl: redirectUrl ?? null,
    state: state ?? null,
    minutes,
  });
  return {
    deviceCode,
    userCode,
    verificationUrl: links.cliLogin(userCode),
    expiresIn: minutes * 60,
    interval,
  };
}
