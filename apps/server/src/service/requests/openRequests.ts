import type { ReviewRequest } from '@svc/schema';
import { endRequestOf, listReviewRequests, type RequestScope } from '../../store/comments/reviewRequests.js';
import type { Database } from '../../store/database.js';
import type { DiffRow } from '../../store/diffs/diffs.js';
import { isPerson } from '../access/Principal.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';

/** Which builds a request made in a diff is about (R58). */
export const scopeOfRequests = ({
  projectId,
  suiteId,
  id,
  branch,
  ephemeral,
  namespace,
}: DiffRow): RequestScope => ({
  projectId,
  suiteId,
  diffId: id,
  // A run of somebody's own is not part of its branch.
  branch: ephemeral || namespace !== '' ? null : branch,
});

/** Who is asked to review a diff. */
export async function readReviewRequests(
  database: Database,
  access: ProjectAccess,
  diff: DiffRow,
): Promise<ReviewRequest[]> {
  const rows = await listReviewRequests(database, scopeOfRequests(diff));
  return rows.map(({ id, userId, name, requestedBy, createdAt }) => ({
    id,
    reviewer: { id: userId, name },
    requestedBy,
    requestedAt: createdAt.toISOString(),
    isYou: access.namespace === `user:${userId}`,
  }));
}

/** A person who decides has done what they were asked for. */
export async function endRequestByDeciding(
  transaction: Database,
  access: ProjectAccess,
  diff: DiffRow,
): Promise<void> {
  if (isPerson(access))
    await endRequestOf(transaction, scopeOfRequests(diff), access.namespace.slice('user:'.length));
}
