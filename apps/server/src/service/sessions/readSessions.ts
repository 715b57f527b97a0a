import type { SessionSummary } from '@svc/schema';
import { findDiffs } from '../../store/diffs/diffs.js';
import { listReviewSessions, listSuitesOfSessions } from '../../store/sessions/reviewSessions.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { presentDiffSummaries } from '../diffs/presentDiffSummaries.js';
import type { Resources } from '../Resources.js';
import { presentSession } from './presentSession.js';

/** Sessions of the project, the newest first, before the given place; each with the place where a list goes on. */
export async function readSessions(
  resources: Resources,
  { project }: ProjectAccess,
  options: { suite?: string | undefined; before: readonly [string, string] | null; limit: number },
): Promise<{ session: SessionSummary; place: readonly [string, string] }[]> {
  const { database } = resources;
  const rows = await listReviewSessions(database, project.id, options);
  const suites = await listSuitesOfSessions(
    database,
    project.id,
    rows.map(({ id }) => id),
  );
  const diffs = await findDiffs(
    database,
    suites.map((suite) => suite.diffId),
  );
  const summaries = new Map(
    (await presentDiffSummaries(resources, project, diffs)).map((diff) => [diff.id, diff]),
  );
  return rows.map((row) => ({
    session: presentSession(
      row,
      suites.flatMap(({ sessionId, diffId }) => (sessionId === row.id ? (summaries.get(diffId) ?? []) : [])),
    ),
    place: [row.createdText, row.id],
  }));
}
