import type { Diff, DiffResult, ResultStatus, SnapshotFailure } from '@svc/sdk';
import type { ExitCode } from '../exitCodes.js';
import { type Outcome, openReasons } from './Outcome.js';

const namesShown = 50;
const reviewable = ['changed', 'new', 'removed'] as const satisfies ResultStatus[];

function slotText({ name, viewport, browser }: Pick<DiffResult, 'name' | 'viewport' | 'browser'>): string {
  const size = viewport && `${viewport.width}x${viewport.height}`;
  const parts = [size, browser].filter(Boolean);
  return parts.length > 0 ? `${name} (${parts.join(', ')})` : name;
}

const failuresOf = ({ capture, diff }: Outcome): SnapshotFailure[] =>
  diff?.failures ?? capture?.failures ?? [];

function resultLine(result: DiffResult): string {
  const percentage = result.diffPercentage === null ? '' : `  ${result.diffPercentage.toFixed(2)} %`;
  const decision = result.approvalStatus === 'pending' ? '' : `  ${result.approvalStatus}`;
  return `  ${result.status.padEnd(8)} ${slotText(result)}${percentage}${decision}`;
}

const failureLine = (failure: SnapshotFailure) => `  failed   ${slotText(failure)}: ${failure.message}`;

function shortened(lines: string[]): string[] {
  if (lines.length <= namesShown) return lines;
  return [...lines.slice(0, namesShown), `  … and ${lines.length - namesShown} more`];
}

const reviewableResults = (diff: Diff) =>
  reviewable.flatMap((status) => diff.results.filter((result) => result.status === status));

function diffLines(diff: Diff): string[] {
  const { changed, removed, unchanged, skipped } = diff.counts;
  const counts = [
    `${changed} changed`,
    `${diff.counts.new} new`,
    `${removed} removed`,
    `${unchanged} unchanged`,
  ];
  if (skipped > 0) counts.push(`${skipped} skipped`);
  return [`Diff ${diff.id}: ${counts.join(', ')}`, ...shortened(reviewableResults(diff).map(resultLine))];
}

/** What a person reads. */
export function formatText(outcome: Outcome): string {
  const { capture, diff } = outcome;
  const lines: string[] = [];
  if (capture) {
    const { id, suite, completedSnapshots, totalSnapshots, autoBaseline } = capture;
    const done = autoBaseline ? 'captured and set as baselines' : 'captured';
    lines.push(`Capture ${id} of suite "${suite}": ${completedSnapshots} of ${totalSnapshots} ${done}`);
  }
  lines.push(...shortened(failuresOf(outcome).map(failureLine)));
  if (diff) lines.push(...diffLines(diff));
  const open = openReasons(outcome);
  lines.push(open.length > 0 ? `To do: ${open.join(', ')}` : 'Nothing to review');
  if (diff?.reviewUrl) lines.push(`Review: ${diff.reviewUrl}`);
  return `${lines.join('\n')}\n`;
}

const namesOf = (diff: Diff | null, status: ResultStatus) => [
  ...new Set(diff?.results.filter((result) => result.status === status).map(({ name }) => name)),
];

/** What a program reads: one JSON document, documented in the README. */
export function formatJson(outcome: Outcome, exitCode: ExitCode): string {
  const { capture, diff } = outcome;
  const document = {
    version: 1,
    captureId: capture?.id ?? diff?.headCaptureId ?? null,
    diffId: diff?.id ?? null,
    reviewUrl: diff?.reviewUrl ?? null,
    conclusion: openReasons(outcome).length > 0 ? 'failure' : 'success',
    exitCode,
    snapshots: capture && {
      total: capture.totalSnapshots,
      completed: capture.completedSnapshots,
      failed: capture.failedSnapshots,
    },
    counts: diff?.counts ?? null,
    changed: namesOf(diff, 'changed'),
    new: namesOf(diff, 'new'),
    removed: namesOf(diff, 'removed'),
    failed: failuresOf(outcome),
  };
  return `${JSON.stringify(document)}\n`;
}
