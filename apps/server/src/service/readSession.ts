import type { Session } from '@svc/schema';
import { concludeAll } from '../domain/conclude.js';
import { notFound } from '../domain/ServiceError.js';
import { listCheckRunUrls } from '../store/checkRuns.js';
import { findDiffs } from '../store/diffs.js';
import { findReviewSession, listSessionSuites, type ReviewSessionRow } from '../store/reviewSessions.js';
import { presentDiffSummaries } from './presentDiffSummaries.js';
import type { Caller, Resources } from './Resources.js';

/**
 * A session with the diffs of its suites, as they are now.
 * @throws ServiceError SESSION_NOT_FOUND
 */
export async function readSession(resources: Resources, caller: Caller, id: string): Promise<Session> {
  const { database } = resources;
  const row = await findReviewSession(database, caller.project.id, id);
  if (!row) throw notFound('Session');
  const suites = await listSessionSuites(database, caller.project.id, id);
  const ids = suites.map((suite) => suite.diff_id);
  const [rows, urls] = await Promise.all([findDiffs(database, ids), listCheckRunUrls(database, ids)]);
  const diffs = await presentDiffSummaries(resources, caller.project, rows);
  const status = statusOf(row);
  return {
    id: row.id,
    status,
    branch: row.branch,
    commit: row.commit,
    baselineRef: row.baseline_ref,
    isLocal: row.namespace !== '',
    autoApprove: row.auto_approve,
    exitCode: row.exit_code,
    conclusion: status === 'open' ? null : concludeAll(diffs.map((diff) => diff.conclusion)),
    createdAt: row.created_at.toISOString(),
    completedAt: row.completed_at?.toISOString() ?? null,
    diffs: diffs
      .map((diff) => ({ ...diff, checkRunUrl: urls.get(diff.id) ?? null }))
      .sort((a, b) => (a.suite < b.suite ? -1 : 1)),
  };
}

function statusOf({ completed_at, expired_at }: ReviewSessionRow): Session['status'] {
  if (expired_at !== null) return 'expired';
  return completed_at === null ? 'open' : 'completed';
}
