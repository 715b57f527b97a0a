import type { Action } from '@svc/schema';
import { type Grant, mayDo, roleFor } from '../../domain/access/mayDo.js';
import { ServiceError } from '../../domain/ServiceError.js';
import { credentialOf, type Requester } from './Principal.js';

/** @throws ServiceError FORBIDDEN saying what was asked with, and what it takes */
export function requireAction(principal: Requester, grant: Grant, needs: Action): void {
  if (!mayDo(grant, needs)) throw new ServiceError('FORBIDDEN', refusal(principal, grant, needs));
}

function refusal(principal: Requester, grant: Grant, needs: Action): string {
  const used = credentialOf(principal);
  if ('role' in grant) {
    return `${used} has the role ${grant.role}; this needs the role ${roleFor[needs]}. An owner of the organization can change roles.`;
  }
  if (needs === 'manage' || needs === 'own') {
    return `${used} cannot do this: no API key can. Sign in, or use \`svc login\`, with the role ${roleFor[needs]}.`;
  }
  return `${used} has the scope ${grant.scopes.join(', ')}; this needs the scope ${needs}. Project settings can make such a key.`;
}
