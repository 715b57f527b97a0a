import { forgetOldTries } from '../../store/accounts/passwordTries.js';
import type { Resources } from '../Resources.js';

/** Forgets wrong passwords of more than a day ago. */
export const forgetTries = ({ database }: Pick<Resources, 'database'>): Promise<void> =>
  forgetOldTries(database);
