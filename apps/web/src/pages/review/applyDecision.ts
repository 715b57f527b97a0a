import type { ApprovalStatus, Diff, DiffCounts, DiffResult } from '@svc/schema';
import { isReviewable } from './filterResults.js';
import { slotKey } from './slotKey.js';

/** A decision: on the named snapshots in all their viewports, or on every pending result (`names` null). */
export interface Decision {
  to: ApprovalStatus;
  names: readonly string[] | null;
}

/** The results that a decision is about. */
export function affectedBy(diff: Diff, { names }: Decision): DiffResult[] {
  const wanted = names && new Set(names);
  return diff.results.filter(
    (result) =>
      isReviewable(result) && (wanted ? wanted.has(result.name) : result.approvalStatus === 'pending'),
  );
}

/** The diff as it will be once the server agrees. */
export function applyDecision(diff: Diff, decision: Decision): Diff {
  const affected = new Set(affectedBy(diff, decision));
  return withResults(diff, (result) =>
    affected.has(result)
      ? { ...result, approvalStatus: decision.to, decidedBy: null, decidedAt: null }
      : result,
  );
}

/** Puts these results back to what they were. */
export function restoreResults(diff: Diff, before: readonly DiffResult[]): Diff {
  const old = new Map(before.map((result) => [slotKey(result), result]));
  return withResults(diff, (result) => old.get(slotKey(result)) ?? result);
}

/** The decisions that bring these results back to what they were. */
export function inverseOf(before: readonly DiffResult[]): Decision[] {
  const statuses = ['pending', 'approved', 'rejected'] as const;
  return statuses.flatMap((to) => {
    const names = new Set(before.filter((result) => result.approvalStatus === to).map(({ name }) => name));
    return names.size > 0 ? [{ to, names: [...names] }] : [];
  });
}

function withResults(diff: Diff, change: (result: DiffResult) => DiffResult): Diff {
  const results = diff.results.map(change);
  return { ...diff, results, counts: { ...diff.counts, ...countDecisions(results) } };
}

function countDecisions(
  results: readonly DiffResult[],
): Pick<DiffCounts, 'pending' | 'approved' | 'rejected'> {
  const counts = { pending: 0, approved: 0, rejected: 0 };
  for (const result of results) if (isReviewable(result)) counts[result.approvalStatus]++;
  return counts;
}
