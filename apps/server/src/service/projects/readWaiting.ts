import type { DiffSummary } from '@svc/schema';
import { findDiffSummaries } from '../../store/diffs/diffs.js';
import { listWaiting } from '../../store/diffs/waiting.js';
import { namesOf, type PersonPrincipal } from '../access/Principal.js';
import { presentDiffSummary } from '../diffs/readDiffs.js';
import type { Resources } from '../Resources.js';

/** What waits for a decision in all projects that a person may see, the newest first, made before the given diff. */
export async function readWaiting(
  resources: Resources,
  person: PersonPrincipal,
  options: { before: string | null; limit: number },
): Promise<DiffSummary[]> {
  const { database } = resources;
  const waiting = await listWaiting(database, {
    ...options,
    asking: namesOf(person).namespace,
    memberId: person.isOperator ? null : person.id,
  });
  const rows = await findDiffSummaries(
    database,
    waiting.map(({ id }) => id),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  return waiting.flatMap(({ id, ...project }) => {
    const row = byId.get(id);
    // A diff can be removed between the two queries.
    return row ? [presentDiffSummary(resources, project, row)] : [];
  });
}
