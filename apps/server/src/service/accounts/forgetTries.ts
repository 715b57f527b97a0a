import { forgetOldResets } from '../../store/accounts/passwordResets.js';
import { forgetOldTries } from '../../store/accounts/passwordTries.js';
import type { Resources } from '../Resources.js';

/** Forgets wrong passwords, and links that set a new one, of more than a day ago. */
export const forgetTries = async ({ database }: Pick<Resources, 'database'>): Promise<void> => {
  await forgetOldTries(database);
  await forgetOldResets(database);
};
