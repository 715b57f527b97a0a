import type { Conclusion, DiffCounts, DiffStatus } from '@svc/schema';
import { concludeAll } from '../results/conclude.js';

/** What a code host is to show of a check run. `conclusion` is null while it is under way, and after a crash (R25). */
export interface CheckRunState {
  status: 'in_progress' | 'completed';
  conclusion: Conclusion | null;
  /** One line. */
  title: string;
  /** A few sentences. */
  summary: string;
}

export interface ConcludedDiff {
  suite: string;
  status: DiffStatus;
  conclusion: Conclusion | null;
  counts: DiffCounts;
  exitCode: number | null;
  /** Why it failed. */
  error: string | null;
}

/** The check run of one diff. */
export function describeCheckRun(diff: ConcludedDiff): CheckRunState {
  if (diff.status === 'processing') {
    return {
      status: 'in_progress',
      conclusion: null,
      title: 'Comparing',
      summary: 'Images are being compared.',
    };
  }
  const { counts } = diff;
  const facts = [
    listCounts(counts, ['changed', 'new', 'removed', 'unchanged', 'skipped', 'failed']),
    listCounts(counts, ['pending', 'approved', 'rejected']),
    diff.error,
    crashOf(diff.exitCode),
  ];
  return {
    status: 'completed',
    conclusion: diff.conclusion,
    title: titleOf(diff),
    summary: facts.filter(Boolean).join('\n'),
  };
}

/** The check run that stands for all diffs of a commit. */
export function describeCommit(diffs: readonly ConcludedDiff[]): CheckRunState {
  const underWay = diffs.some((diff) => diff.status === 'processing');
  const conclusion = concludeAll(diffs.map((diff) => diff.conclusion));
  const failing = diffs.filter((diff) => diff.conclusion === 'failure').length;
  return {
    status: underWay ? 'in_progress' : 'completed',
    conclusion: underWay ? null : conclusion,
    title: failing > 0 ? `${failing} of ${diffs.length} suites need a look` : 'Nothing to review',
    summary: diffs.map((diff) => `${diff.suite}: ${describeCheckRun(diff).title}`).join('\n'),
  };
}

function titleOf({ status, conclusion, counts, exitCode }: ConcludedDiff): string {
  if (status === 'failed') return 'The comparison failed';
  if (counts.failed > 0) return `${counts.failed} could not be captured`;
  if (counts.pending > 0) return `${counts.pending} to review`;
  if (counts.rejected > 0) return `${counts.rejected} rejected`;
  if (conclusion === null) return `The command ended with exit code ${exitCode}`;
  return counts.approved > 0 ? `${counts.approved} approved` : 'No changes';
}

const crashOf = (exitCode: number | null): string =>
  (exitCode ?? 0) === 0
    ? ''
    : `The command ended with exit code ${exitCode}: nothing was approved automatically, and what is absent was not taken as removed.`;

const listCounts = (counts: DiffCounts, names: readonly (keyof DiffCounts)[]): string =>
  names
    .filter((name) => counts[name] > 0)
    .map((name) => `${counts[name]} ${name}`)
    .join(', ');
