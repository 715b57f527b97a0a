import type { Approvals } from '@svc/schema';
import type { GivenApprovals } from '../../store/diffs/resultTables.js';
import type { PrincipalNames } from '../access/Principal.js';

/** Who approved, for somebody who asks; null where one approval is enough. */
export const presentApprovals = (
  approvals: GivenApprovals | null,
  { namespace }: Pick<PrincipalNames, 'namespace'>,
): Approvals | null =>
  approvals && {
    required: approvals.required,
    given: approvals.by.length,
    by: approvals.by,
    mine: approvals.ids.includes(namespace),
  };
