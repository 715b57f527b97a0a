import type { Role } from '@svc/schema';
import type { Database } from '../../store/database.js';
import { findRole } from '../../store/organisations/organisations.js';
import type { PersonPrincipal } from './Principal.js';

/** The role of a person in an organisation; undefined for a person who is not a member. */
export const roleIn = async (
  database: Database,
  person: PersonPrincipal,
  org: string,
): Promise<Role | undefined> => (person.isOperator ? 'owner' : findRole(database, org, person.id));
