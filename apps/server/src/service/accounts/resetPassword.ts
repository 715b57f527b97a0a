import { TooManyTries } from '../../domain/access/TooManyTries.js';
import { ServiceError } from '../../domain/ServiceError.js';
import { usePasswordReset } from '../../store/accounts/passwordResets.js';
import { countTry, forgiveTry } from '../../store/accounts/passwordTries.js';
import { changeCredentials, deleteSessions, findCredentials } from '../../store/accounts/people.js';
import type { Database } from '../../store/database.js';
import { listOrganisations } from '../../store/organisations/organisations.js';
import { newSecret } from '../../store/secrets.js';
import { namesOfPerson } from '../access/Principal.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import { mailToken } from '../mail/mailToken.js';
import { resetMinutes } from '../mail/resetLimits.js';
import type { Resources } from '../Resources.js';
import { hashPassword } from './passwords.js';

/**
 * Has a link that sets a new password sent to an e-mail address. What is done here is the same whether the address has an
 * account or not.
 * @param address that requests are counted for
 * @throws ServiceError FORBIDDEN where no e-mail is sent, TooManyTries
 */
export async function requestPasswordReset(
  { database, vault, mailer }: Pick<Resources, 'database' | 'vault' | 'mailer'>,
  email: string,
  address: string,
): Promise<void> {
  if (mailer === null) {
    throw new ServiceError(
      'FORBIDDEN',
      'This service sends no e-mail. Ask an owner of your organization for an invitation, or its operator for a sign-in link',
    );
  }
  const wait = await countTry(database, [{ counter: 'reset', id: address }]);
  if (wait > 0) throw new TooManyTries(wait, 'Too many requests for a new password. Wait, then try again.');
  await mailToken(
    database,
    { vault },
    {
      kind: 'password-reset',
      address: email,
      invitationId: null,
      token: newSecret(),
      hours: resetMinutes / 60,
    },
  );
}

/**
 * Sets a new password with the token of a link, which is used up. All browser sessions and logins of the account end.
 * @throws ServiceError TOKEN_INVALID
 */
export async function resetPassword(
  { database }: Pick<Resources, 'database'>,
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> {
  const password = await hashPassword(newPassword);
  await database.transaction().execute(async (transaction) => {
    const id = await usePasswordReset(transaction, token);
    const earlier = id === undefined ? null : await findCredentials(transaction, id);
    // An account that has lost its address since has no use for a password.
    if (id === undefined || earlier === null || earlier.email === null) {
      throw new ServiceError(
        'TOKEN_INVALID',
        'This link has been used or has expired. Request another one on the sign-in page.',
      );
    }
    await changeCredentials(transaction, id, { email: earlier.email, password });
    await deleteSessions(transaction, id);
    await forgiveTry(transaction, [{ counter: 'account', id: earlier.email }]);
    await noteReset(transaction, { id, name: earlier.name });
  });
}

/** In every organization of the person: an account is in no project. */
async function noteReset(transaction: Database, person: { id: string; name: string }): Promise<void> {
  for (const { name: org } of await listOrganisations(transaction, { userId: person.id, all: false })) {
    const by = { ...namesOfPerson(person), org };
    await noteInAudit(transaction, by, 'member.password-reset', { target: person.id });
  }
}
