import type { Session } from '@svc/schema';
import { notFound } from '../../domain/ServiceError.js';
import { findCapturesByIds } from '../../store/captures/captures.js';
import { listCheckRunUrls } from '../../store/checks/checkRuns.js';
import { findDiffs } from '../../store/diffs/diffs.js';
import { findReviewSession, listSessionSuites } from '../../store/sessions/reviewSessions.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { presentCaptureSummary } from '../captures/presentCaptureSummary.js';
import { isDiffStale } from '../diffs/isDiffStale.js';
import { presentDiffSummaries } from '../diffs/presentDiffSummaries.js';
import type { Resources } from '../Resources.js';
import { presentSession } from './presentSession.js';

/**
 * A session with the diffs of its suites, as they are now.
 * @throws ServiceError SESSION_NOT_FOUND
 */
export async function readSession(resources: Resources, access: ProjectAccess, id: string): Promise<Session> {
  const { database } = resources;
  const row = await findReviewSession(database, access.project.id, id);
  if (!row) throw notFound('Session');
  const suites = await listSessionSuites(database, access.project.id, id);
  const ids = suites.map((suite) => suite.diffId);
  const [rows, urls, captures] = await Promise.all([
    findDiffs(database, ids),
    listCheckRunUrls(database, ids),
    findCapturesByIds(
      database,
      access.project.id,
      suites.map((suite) => suite.captureId),
    ),
  ]);
  const stale = new Set<string>();
  for (const diff of rows) if (await isDiffStale(database, diff)) stale.add(diff.id);
  const summary = presentSession(row, await presentDiffSummaries(resources, access.project, rows));
  return {
    ...summary,
    diffs: summary.diffs.flatMap((diff) => {
      const capture = captures.find(({ id: captureId }) => captureId === diff.headCaptureId);
      if (!capture) return [];
      const checkRunUrl = urls.get(diff.id) ?? null;
      return { ...diff, checkRunUrl, capture: presentCaptureSummary(capture), isStale: stale.has(diff.id) };
    }),
  };
}
