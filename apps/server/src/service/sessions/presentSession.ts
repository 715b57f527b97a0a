import type { DiffSummary, SessionSummary } from '@svc/schema';
import { concludeAll } from '../../domain/results/conclude.js';
import type { ReviewSessionRow } from '../../store/sessions/reviewSessions.js';

/** @param diffs of its suites, in any order */
export function presentSession(row: ReviewSessionRow, diffs: readonly DiffSummary[]): SessionSummary {
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
    conclusion: status === 'open' ? null : concludeAll(diffs.map((diff) => diff.conclusion)),
    createdAt: row.createdAt.toISOString(),
    completedAt: row.completedAt?.toISOString() ?? null,
    diffs: [...diffs].sort((a, b) => (a.suite < b.suite ? -1 : 1)),
  };
}

function statusOf({ completedAt, expiredAt }: ReviewSessionRow): SessionSummary['status'] {
  if (expiredAt !== null) return 'expired';
  return completedAt === null ? 'open' : 'completed';
}
