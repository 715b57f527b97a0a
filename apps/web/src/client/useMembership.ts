import type { Action, Role } from '@svc/schema';
import { useQuery } from '@tanstack/react-query';
import { organisationsQuery } from './accessQueries.js';

/** What the person who is signed in may do in an organisation; undefined until that is known. */
export interface Membership {
  role: Role;
  may: (action: Action) => boolean;
}

export function useMembership(org: string): Membership | undefined {
  const { data } = useQuery(organisationsQuery);
  const found = data?.organisations.find(({ name }) => name === org);
  return found && { role: found.role, may: (action) => found.may.includes(action) };
}
