import type { RequestedReview } from '@svc/schema';
import { listRequested } from '../../store/comments/reviewRequests.js';
import { findDiffSummaries } from '../../store/diffs/diffs.js';
import type { PersonPrincipal } from '../access/Principal.js';
import { presentDiffSummary } from '../diffs/readDiffs.js';
import type { Resources } from '../Resources.js';

/** Requests that the start page lists. */
const mostRequested = 50;

/** What a person is asked to review, in all projects of their organizations. */
export async function readRequested(
  resources: Resources,
  person: PersonPrincipal,
): Promise<RequestedReview[]> {
  const rows = await listRequested(resources.database, person.id, mostRequested);
  const summaries = await findDiffSummaries(
    resources.database,
    rows.map(({ diffId }) => diffId),
  );
  const byId = new Map(summaries.map((row) => [row.id, row]));
  return rows.flatMap(({ id, diffId, requestedBy, createdAt, ...project }) => {
    const row = byId.get(diffId);
    if (!row) return [];
    const diff = presentDiffSummary(resources, project, row);
    return [{ id, diff, requestedBy, requestedAt: createdAt.toISOString() }];
  });
}
