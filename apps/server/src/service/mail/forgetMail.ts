import { forgetOldMails } from '../../store/mail/mails.js';
import type { Resources } from '../Resources.js';

/** Forgets mail that was given up long ago. */
export const forgetMail = ({ database }: Pick<Resources, 'database'>): Promise<void> =>
  forgetOldMails(database);
