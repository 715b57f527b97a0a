import type { Conclusion, Session, SessionSummary } from '@svc/schema';
import { groupBy } from '../../domain/checks/groupBy.js';
import { conclude, concludeAll } from '../../domain/results/conclude.js';
import { notFound } from '../../domain/ServiceError.js';
import { findCapturesByIds } from '../../store/captures/captures.js';
import { listCheckRunUrls } from '../../store/checks/checkRuns.js';
import { type DiffVerdictRow, findDiffs, findDiffVerdicts } from '../../store/diffs/diffs.js';
import type { ReviewSessionRow } from '../../store/sessions/reviewSessions.js';
import {
  findReviewSession,
  listReviewSessions,
  listSessionSuites,
  listSuitesOfSessions,
} from '../../store/sessions/reviewSessions.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { listStale } from '../baselines/findStale.js';
import { presentCaptureSummary } from '../captures/readCaptures.js';
import { presentDiffSummary } from '../diffs/readDiffs.js';
import type { Resources } from '../Resources.js';

/** Sessions of the project, the newest first, before the given place; each with the place where a list continues. */
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
  const diffs = await findDiffVerdicts(
    database,
    suites.map((suite) => suite.diffId),
  );
  const verdicts = new Map(diffs.map((row) => [row.id, presentVerdict(row)]));
  const ofSession = groupBy(suites, ({ sessionId }) => sessionId);
  return rows.map((row) => ({
    session: presentSession(
      row,
      (ofSession.get(row.id) ?? []).flatMap(({ diffId }) => verdicts.get(diffId) ?? []),
    ),
    place: [row.createdText, row.id],
  }));
}

const presentVerdict = (row: DiffVerdictRow): SessionSummary['diffs'][number] => ({
  id: row.id,
  suite: row.suite,
  status: row.status,
  conclusion: conclude(row.status, row.isOpen || row.failedSnapshots > 0, row.exitCode, row.isEmpty),
});

/** @param diffs of its suites, in any order */
function presentSession<Diff extends SessionSummary['diffs'][number]>(
  row: ReviewSessionRow,
  diffs: readonly Diff[],
): Omit<SessionSummary, 'diffs'> & { diffs: Diff[] } {
  const status = statusOf(row);
  return {
    id: row.id,
    status,
    branch: row.branch,
    commit: row.commit,
    baselineRef: row.baselineRef,
    isLocal: row.namespace !== '',
    autoApprove: row.autoApprove,
    exitCode: row.exitCode,
    conclusion:
      status === 'open' ? null : concludeAll([ownConclusion(row), ...diffs.map((diff) => diff.conclusion)]),
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    error: row.cancelledBecause,
    diffs: [...diffs].sort((a, b) => (a.suite < b.suite ? -1 : 1)),
  };
}

/** Of a session that may have opened no suite. */
const ownConclusion = ({ isEmpty, exitCode }: ReviewSessionRow): Conclusion | null =>
  conclude('completed', false, exitCode, isEmpty);

function statusOf({ completedAt, expiredAt, cancelledBecause }: ReviewSessionRow): SessionSummary['status'] {
  if (cancelledBecause !== null) return 'cancelled';
  if (expiredAt !== null) return 'expired';
  return completedAt === null ? 'open' : 'completed';
}

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
  const rows = await findDiffs(database, ids);
  const urls = await listCheckRunUrls(database, ids);
  const captures = await findCapturesByIds(
    database,
    access.project.id,
    suites.map((suite) => suite.captureId),
  );
  const stale = await listStale(resources, access.project, rows);
  const summary = presentSession(
    row,
    rows.map((diff) => presentDiffSummary(resources, access.project, diff)),
  );
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
