import type { Organisation, Role } from '@svc/schema';
import { actionsOfRole } from '../../domain/access/mayDo.js';
import { notFound } from '../../domain/ServiceError.js';
import { listOrganisations } from '../../store/organisations/organisations.js';
import type { PersonPrincipal } from '../access/Principal.js';
import type { Resources } from '../Resources.js';

/** The organisations of a person, by name; all of them for who runs the installation. */
export async function readOrganisations(
  { database }: Pick<Resources, 'database'>,
  person: PersonPrincipal,
): Promise<Organisation[]> {
  const rows = await listOrganisations(database, { userId: person.id, all: person.isOperator });
  return rows.map((row) => presentOrganisation(row, person.isOperator ? 'owner' : (row.role ?? 'viewer')));
}

/**
 * One organisation of a person.
 * @throws ServiceError ORGANISATION_NOT_FOUND
 */
export async function readOrganisation(
  resources: Pick<Resources, 'database'>,
  person: PersonPrincipal,
  name: string,
): Promise<Organisation> {
  const found = (await readOrganisations(resources, person)).find((one) => one.name === name);
  if (!found) throw notFound('Organisation');
  return found;
}

export const presentOrganisation = (row: { name: string; createdAt: Date }, role: Role): Organisation => ({
  name: row.name,
  role,
  may: [...actionsOfRole[role]],
  createdAt: row.createdAt.toISOString(),
});
