import type { Organisation } from '@svc/schema';
import { ServiceError } from '../../domain/ServiceError.js';
import { insertOrganisation, saveMember } from '../../store/organisations/organisations.js';
import type { PersonPrincipal } from '../access/Principal.js';
import { namesOf } from '../access/Principal.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import type { Resources } from '../Resources.js';
import { presentOrganisation } from './readOrganisations.js';

/**
 * Makes an organisation that its maker owns. Where accounts are by invitation, so are organisations by who runs the service.
 * @throws ServiceError FORBIDDEN, NAME_TAKEN
 */
export async function createOrganisation(
  { database, accounts }: Pick<Resources, 'database' | 'accounts'>,
  person: PersonPrincipal,
  org: string,
): Promise<Organisation> {
  if (!person.isOperator && !accounts.isSignUpOpen) {
    throw new ServiceError(
      'FORBIDDEN',
      'Only the operator of this service creates organizations here; ask for one, or for an invitation',
    );
  }
  return database.transaction().execute(async (transaction) => {
    const row = await insertOrganisation(transaction, org);
    if (!row) throw new ServiceError('NAME_TAKEN', `There is an organization "${org}" already`);
    await saveMember(transaction, { org, userId: person.id, role: 'owner' });
    await noteInAudit(transaction, { ...namesOf(person), org }, 'organisation.created', { target: org });
    return presentOrganisation(row, 'owner');
  });
}
