import type { DiffResult, ResultStatus } from '@svc/sdk';
import { type Outcome, openReasons } from './Outcome.js';
import type { ReportedResult, ReportedSuite } from './Output.js';
import { slotText } from './slotText.js';

/** What changed in a result; an older service says less. */
export const describeChange = ({ regions, rowChanges, columnChanges, moves, causes }: DiffResult) => ({
  regions:
    regions?.map(({ kind = null, severity = null, base = null, ...region }) => ({
      ...region,
      kind,
      severity,
      base,
    })) ?? null,
  rowChanges: rowChanges ?? null,
  columnChanges: columnChanges ?? null,
  moves: moves ?? null,
  causes: causes ?? null,
});

/** What the capture itself took, by slot; where the fleet took it, with how long that was. */
type Own = ReadonlyMap<string, number | null>;

const describeResult = (result: DiffResult, own: Own): ReportedResult => ({
  name: result.name,
  viewport: result.viewport,
  browser: result.browser,
  status: result.status,
  diffPercentage: result.diffPercentage,
  reason: result.reason ?? null,
  subthreshold: result.subthreshold ?? null,
  similarity: result.similarity ?? null,
  approvalStatus: result.approvalStatus,
  decidedBy: result.decidedBy,
  decidedAt: result.decidedAt,
  note: result.note ?? null,
  approvals: result.approvals ?? null,
  ignoredUntil: result.ignoredUntil ?? null,
  ignoredBy: result.ignoredBy ?? null,
  carried: result.status !== 'removed' && !own.has(slotText(result)),
  milliseconds: own.get(slotText(result)) ?? null,
  incomplete: result.incomplete ?? [],
  baselineSource: result.baselineSource,
  baseline: result.baseline,
  currentImageUrl: result.currentImageUrl || null,
  baselineImageUrl: result.baselineImageUrl,
  diffImageUrl: result.diffImageUrl,
  alignedDiffImageUrl: result.alignedDiffImageUrl ?? null,
  ...describeChange(result),
  // An older service does not say.
  ignored: result.ignored ? { ...result.ignored, isLarge: result.ignored.isLarge ?? false } : null,
});

/** A capture and its comparison, as reports have them. */
export function describeSuite({ capture, diff }: Outcome): ReportedSuite {
  const results = diff?.results ?? [];
  const namesOf = (status: ResultStatus) => [
    ...new Set(results.filter((result) => result.status === status).map(({ name }) => name)),
  ];
  const captured = capture.snapshots.filter(({ carriedFrom }) => carriedFrom === null);
  const snapshots = {
    total: capture.totalSnapshots,
    completed: capture.completedSnapshots,
    failed: capture.failedSnapshots,
    carried: capture.snapshots.length - captured.length,
  };
  const counts = diff?.counts ?? null;
  const accessibility = diff?.accessibility ?? null;
  const awaiting = diff?.awaiting ?? 0;
  const ignoredCount = diff?.ignoredCount ?? 0;
  const own: Own = new Map([
    ...capture.failures.map((failure) => [slotText(failure), null] as const),
    ...captured.map((snapshot) => [slotText(snapshot), snapshot.milliseconds ?? null] as const),
  ]);
  return {
    suite: capture.suite,
    branch: capture.branch,
    commit: capture.commit,
    captureId: capture.id,
    diffId: diff?.id ?? null,
    reviewUrl: diff?.reviewUrl ?? null,
    conclusion:
      openReasons({ counts, accessibility, awaiting, snapshots, ignoredCount }).length > 0
        ? 'failure'
        : 'success',
    judging: diff?.judging ?? null,
    awaiting,
    snapshots,
    counts,
    accessibility,
    ignoredCount,
    changed: namesOf('changed'),
    new: namesOf('new'),
    removed: namesOf('removed'),
    results: results.map((result) => describeResult(result, own)),
    failed: diff?.failures ?? capture.failures,
  };
}
