import type { MailPreferences, MailSettings } from '@svc/schema';
import { findCredentials } from '../../store/accounts/people.js';
import { findMailPreferences, findMailTrouble, saveMailPreferences } from '../../store/mail/activity.js';
import type { PersonPrincipal } from '../access/Principal.js';
import type { Resources } from '../Resources.js';

type Parts = Pick<Resources, 'database' | 'mailer'>;

/** Which notifications a person receives by e-mail, and where. */
export async function readMailSettings(
  { database, mailer }: Parts,
  { id }: PersonPrincipal,
): Promise<MailSettings> {
  const { email } = await findCredentials(database, id);
  return {
    ...(await findMailPreferences(database, id)),
    sendsMail: mailer !== null,
    email,
    error: await findMailTrouble(database, id),
  };
}

export async function changeMailSettings(
  parts: Parts,
  person: PersonPrincipal,
  preferences: MailPreferences,
): Promise<MailSettings> {
  await saveMailPreferences(parts.database, person.id, preferences);
  return readMailSettings(parts, person);
}
