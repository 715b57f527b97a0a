import type { Action, Role } from '@svc/schema';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import { findOrganisation } from '../../store/organisations/organisations.js';
import type { Resources } from '../Resources.js';
import { type Actor, actorOf } from './actorOf.js';
import { credentialOf, requireAction, roleIn } from './authorise.js';
import type { Asker, PersonAsking } from './identify.js';

/** A person within an organisation. */
export interface MemberAsking extends Actor {
  org: string;
  role: Role;
  person: PersonAsking;
}

/** @throws ServiceError FORBIDDEN for an API key */
export function requirePerson(asker: Asker): PersonAsking {
  if (asker.kind === 'user') return asker;
  throw new ServiceError(
    'FORBIDDEN',
    `${credentialOf(asker)} cannot do this: no API key can. Sign in, or use \`svc login\`.`,
  );
}

/**
 * Whoever asks, within the named organisation.
 * @throws ServiceError FORBIDDEN, ORGANISATION_NOT_FOUND
 */
export async function enterOrganisation(
  { database }: Pick<Resources, 'database'>,
  asker: Asker,
  org: string,
  needs: Action,
): Promise<MemberAsking> {
  const person = requirePerson(asker);
  const found = await findOrganisation(database, org);
  const role = found && (await roleIn(database, person, org));
  if (!role) throw notFound('Organisation');
  requireAction(asker, { role }, needs);
  return { org, role, person, ...actorOf(asker) };
}
