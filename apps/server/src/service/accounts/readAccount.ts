import type { Account } from '@svc/schema';
import { findCredentials, listIdentities } from '../../store/accounts/people.js';
import type { PersonPrincipal } from '../access/Principal.js';
import type { Resources } from '../Resources.js';

/** The account of a person, with what signs in to it. */
export async function readAccount(
  { database }: Pick<Resources, 'database'>,
  { id, isOperator }: PersonPrincipal,
): Promise<Account> {
  const { name, email, password } = await findCredentials(database, id);
  const identities = await listIdentities(database, id);
  return {
    name,
    email,
    hasPassword: password !== null,
    isOperator,
    identities: identities.map(({ createdAt: at, ...identity }) => ({
      ...identity,
      createdAt: at.toISOString(),
    })),
  };
}
