import type { Account } from '@svc/schema';
import { renamePerson } from '../../store/accounts/people.js';
import type { PersonPrincipal } from '../access/Principal.js';
import { requireBrowser } from '../access/Principal.js';
import type { Resources } from '../Resources.js';
import { readAccount } from './readAccount.js';

/**
 * Changes the name that others see from now on; what was written down keeps the earlier one.
 * @throws ServiceError FORBIDDEN
 */
export async function changeAccount(
  resources: Pick<Resources, 'database'>,
  person: PersonPrincipal,
  { name }: { name: string },
): Promise<Account> {
  requireBrowser(person, 'A name is changed');
  await renamePerson(resources.database, person.id, name);
  return readAccount(resources, person);
}
