import { TooManyTries } from '../../domain/access/TooManyTries.js';
import { countTry, forgiveTry, type Trier } from '../../store/accounts/passwordTries.js';
import type { Resources } from '../Resources.js';
import { isPassword } from './passwords.js';

/**
 * Whether a password is the stored one. Every try counts as wrong before it is looked at, and is taken back when it is
 * right, so that guesses at the same moment are not a way around the delay.
 * @throws TooManyTries
 */
export async function checkPassword(
  { database }: Pick<Resources, 'database'>,
  triers: readonly Trier[],
  stored: string | null | undefined,
  password: string,
): Promise<boolean> {
  const wait = await countTry(database, triers);
  if (wait > 0) throw new TooManyTries(wait);
  const isRight = await isPassword(stored, password);
  if (isRight) await forgiveTry(database, triers);
  return isRight;
}
