import type { Account } from '@svc/schema';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import { deleteIdentity, lockPerson } from '../../store/accounts/people.js';
import type { PersonPrincipal } from '../access/Principal.js';
import { requireBrowser } from '../access/Principal.js';
import type { Resources } from '../Resources.js';
import { readAccount } from './readAccount.js';

/**
 * Lets an account elsewhere sign in no more. The last way to sign in stays.
 * @throws ServiceError FORBIDDEN, PROVIDER_NOT_FOUND
 */
export const unlinkIdentity = (
  { database }: Pick<Resources, 'database'>,
  person: PersonPrincipal,
  provider: string,
): Promise<Account> => {
  requireBrowser(person, 'Accounts elsewhere are taken away');
  return database.transaction().execute(async (transaction) => {
    await lockPerson(transaction, person.id);
    const found = await deleteIdentity(transaction, person.id, provider);
    if (!found) throw notFound('Provider');
    const left = await readAccount({ database: transaction }, person);
    if (!left.hasPassword && left.identities.length === 0) {
      throw new ServiceError(
        'FORBIDDEN',
        'This is the only way to sign in to the account; set a password first',
      );
    }
    return left;
  });
};
