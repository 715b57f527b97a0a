import type { Action, Role } from '@svc/schema';
import { notFound } from '../../domain/ServiceError.js';
import { findOrganisation } from '../../store/organisations/organisations.js';
import type { Resources } from '../Resources.js';
import { namesOf, type PrincipalNames, type Requester, requirePerson } from './Principal.js';
import { requireAction } from './requireAction.js';
import { roleIn } from './roleIn.js';

/** A person within an organisation, with the role there. */
export interface OrganisationAccess extends PrincipalNames {
  org: string;
  role: Role;
}

/**
 * A person, within the named organisation.
 * @throws ServiceError FORBIDDEN, ORGANISATION_NOT_FOUND
 */
export async function enterOrganisation(
  { database }: Pick<Resources, 'database'>,
  principal: Requester,
  org: string,
  needs: Action,
): Promise<OrganisationAccess> {
  const person = requirePerson(principal);
  const found = await findOrganisation(database, org);
  const role = found && (await roleIn(database, person, org));
  if (!role) throw notFound('Organisation');
  requireAction(principal, { role }, needs);
  return { org, role, ...namesOf(person) };
}
