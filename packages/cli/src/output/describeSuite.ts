import type { DiffResult, ResultStatus } from '@svc/sdk';
import { baselineOf } from './laterFields.js';
import { type Outcome, openReasons } from './Outcome.js';
import type { ReportedResult, ReportedSuite } from './Output.js';

const describeResult = (result: DiffResult): ReportedResult => ({
  name: result.name,
  viewport: result.viewport,
  browser: result.browser,
  status: result.status,
  diffPercentage: result.diffPercentage,
  approvalStatus: result.approvalStatus,
  decidedBy: result.decidedBy,
  decidedAt: result.decidedAt,
  baselineSource: result.baselineSource,
  baseline: baselineOf(result),
  currentImageUrl: result.currentImageUrl || null,
  baselineImageUrl: result.baselineImageUrl,
  diffImageUrl: result.diffImageUrl,
});

/** A capture and its comparison, as reports have them. */
export function describeSuite({ capture, diff }: Outcome): ReportedSuite {
  const results = diff?.results ?? [];
  const namesOf = (status: ResultStatus) => [
    ...new Set(results.filter((result) => result.status === status).map(({ name }) => name)),
  ];
  const snapshots = {
    total: capture.totalSnapshots,
    completed: capture.completedSnapshots,
    failed: capture.failedSnapshots,
  };
  const counts = diff?.counts ?? null;
  return {
    suite: capture.suite,
    branch: capture.branch,
    commit: capture.commit,
    captureId: capture.id,
    diffId: diff?.id ?? null,
    reviewUrl: diff?.reviewUrl ?? null,
    conclusion: openReasons({ counts, snapshots }).length > 0 ? 'failure' : 'success',
    judging: diff?.judging ?? null,
    snapshots,
    counts,
    changed: namesOf('changed'),
    new: namesOf('new'),
    removed: namesOf('removed'),
    results: results.map(describeResult),
    failed: diff?.failures ?? capture.failures,
  };
}
