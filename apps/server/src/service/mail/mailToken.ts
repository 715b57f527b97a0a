import type { Database } from '../../store/database.js';
import { insertMail, type NewMail, newMailId } from '../../store/mail/mails.js';
import type { Resources } from '../Resources.js';

/** Has a link sent to an address when the transaction is committed. Until then its token is kept sealed. */
export async function mailToken(
  transaction: Database,
  { vault }: Pick<Resources, 'vault'>,
  { token, ...mail }: Omit<NewMail, 'id' | 'secret'> & { token: string },
): Promise<void> {
  const id = newMailId();
  await insertMail(transaction, { ...mail, id, secret: vault.seal(token, id) });
}
