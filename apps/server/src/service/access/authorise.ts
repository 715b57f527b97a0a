import type { Action, Role } from '@svc/schema';
import { type Grant, mayDo, roleFor } from '../../domain/access/mayDo.js';
import { ServiceError } from '../../domain/ServiceError.js';
import type { Database } from '../../store/database.js';
import { findRole } from '../../store/organisations/organisations.js';
import type { Asker, PersonAsking } from './identify.js';

/** The role of a person in an organisation; undefined for who is no member. */
export const roleIn = async (
  database: Database,
  person: PersonAsking,
  org: string,
): Promise<Role | undefined> => (person.isOperator ? 'owner' : findRole(database, org, person.id));

/** @throws ServiceError FORBIDDEN saying what was asked with, and what it takes */
export function requireAction(asker: Asker, grant: Grant, needs: Action): void {
  if (!mayDo(grant, needs)) throw new ServiceError('FORBIDDEN', refusal(asker, grant, needs));
}

function refusal(asker: Asker, grant: Grant, needs: Action): string {
  const used = credentialOf(asker);
  if ('role' in grant) {
    return `${used} has the role ${grant.role}; this needs the role ${roleFor[needs]}. An owner of the organisation can change roles.`;
  }
  if (needs === 'manage' || needs === 'own') {
    return `${used} cannot do this: no API key can. Sign in, or use \`svc login\`, with the role ${roleFor[needs]}.`;
  }
  return `${used} has the scope ${grant.scopes.join(', ')}; this needs the scope ${needs}. Project settings can make such a key.`;
}

/** How a caller is told which credential was used. */
export function credentialOf(asker: Asker): string {
  if (asker.kind === 'key') return `The API key "${asker.keyName}"`;
  return asker.via === 'session' ? `The browser session of ${asker.name}` : `The login of ${asker.name}`;
}
