import type { DiffSummary, SessionSummary } from '@svc/schema';
import { concludeAll } from '../../domain/conclude.js';
import type { ReviewSessionRow } from '../../store/sessions/reviewSessions.js';

/** @param diffs of its suites, in any order */
export function presentSession(row: ReviewSessionRow, diffs: readonly DiffSummary[]): SessionSummary {
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
    diffs: [...diffs].sort((a, b) => (a.suite < b.suite ? -1 : 1)),
  };
}

function statusOf({ completed_at, expired_at }: ReviewSessionRow): SessionSummary['status'] {
  if (expired_at !== null) return 'expired';
  return completed_at === null ? 'open' : 'completed';
}
