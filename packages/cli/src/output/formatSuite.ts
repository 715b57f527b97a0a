import { awaitingText } from '@svc/schema/awaitingText';
import { changeParts } from '@svc/schema/changeParts';
import type { Approvals, ResultStatus } from '@svc/sdk';
import { amountText } from './amountText.js';
import { baselineText } from './baselineText.js';
import { causeLines } from './causeLines.js';
import { noteText } from './noteText.js';
import { openReasons } from './Outcome.js';
import type { ReportedResult, ReportedSuite } from './Output.js';
import { percentageText } from './percentageText.js';
import { plain, type Style } from './Style.js';
import { slotText } from './slotText.js';
import { timeText } from './timeText.js';
import { withoutFailures } from './withoutFailures.js';

const linesShown = 50;
const namesShown = 5;
const reviewable = ['changed', 'new', 'removed'] as const satisfies ResultStatus[];

const isAwaited = ({ approvals }: ReportedResult): boolean =>
  approvals !== null && approvals.given < approvals.required;

/** `approved by Ann, waiting for a second approval`. */
function missingText({ by, given, required }: Approvals): string {
  const text = awaitingText({ by, missing: required - given });
  return text.charAt(0).toLowerCase() + text.slice(1);
}

const paintOf = { changed: 'changed', new: 'added', removed: 'bad' } as const satisfies Partial<
  Record<ResultStatus, keyof Style>
>;

function decisionText(result: ReportedResult, style: Style): string {
  const { approvalStatus } = result;
  if (approvalStatus === 'pending' || isAwaited(result)) return '';
  return (approvalStatus === 'rejected' ? style.bad : style.good)(approvalStatus);
}

/** `  changed  button  3.10 %  rejected  against main@1a2b3c4, approved by Ada in dif_1`. */
function resultLine(result: ReportedResult & { status: keyof typeof paintOf }, style: Style): string {
  const { status, note, approvals, ignoredUntil, carried, incomplete } = result;
  const parts = [
    `  ${style[paintOf[status]](status.padEnd(8))} ${slotText(result)}`,
    amountText(result),
    changeParts(result).join('; '),
    decisionText(result, style),
    isAwaited(result) && approvals ? missingText(approvals) : '',
    ignoredUntil === null ? '' : `ignored until ${timeText(ignoredUntil)} UTC`,
    note === null ? '' : `"${noteText(note)}"`,
    carried ? 'carried over from an earlier build' : '',
    incomplete.length > 0 ? 'incomplete' : '',
    baselineText(result),
  ];
  return parts.filter(Boolean).join('  ');
}

const failureLine = (failure: ReportedSuite['failed'][number], style: Style) =>
  `  ${style.bad('failed  ')} ${slotText(failure)}: ${failure.message}`;

function shortened(lines: string[]): string[] {
  if (lines.length <= linesShown) return lines;
  return [...lines.slice(0, linesShown), `  … and ${lines.length - linesShown} more`];
}

function namesText(results: readonly ReportedResult[]): string {
  const names = results.slice(0, namesShown).map(slotText);
  if (results.length > namesShown) names.push(`and ${results.length - namesShown} more`);
  return names.join(', ');
}

/** What was not compared: what the run did not capture, and what a manifest leaves out. */
function skippedLines(results: readonly ReportedResult[]): string[] {
  const skipped = results.filter(({ status }) => status === 'skipped');
  const missing = skipped.filter(({ carried }) => carried);
  const left = skipped.filter(({ carried }) => !carried);
  return [
    ...(missing.length > 0 ? [`Not captured here, so they keep their baselines: ${namesText(missing)}`] : []),
    ...(left.length > 0 ? [`Not compared, since the manifest leaves them out: ${namesText(left)}`] : []),
  ];
}

/** What was compared but in part, changed or not: a region that hides a change is to be seen. */
function ignoredLines(results: readonly ReportedResult[]): string[] {
  const linesOf = (title: string, isLarge: boolean) => {
    const partly = results.flatMap((result) =>
      result.ignored?.isLarge === isLarge
        ? `${slotText(result)} (${percentageText(result.ignored.percentage)})`
        : [],
    );
    if (partly.length === 0) return [];
    const more = partly.length - namesShown;
    const shown = [...partly.slice(0, namesShown), ...(more > 0 ? [`and ${more} more`] : [])];
    return [`${title}: ${shown.join(', ')}`];
  };
  return [
    ...linesOf('Ignored for more than 30 % of the image, where changes go unseen', true),
    ...linesOf('Ignored in part', false),
  ];
}

/** What could not be loaded, and which images lack it. */
function incompleteLines(results: readonly ReportedResult[]): string[] {
  const lacking = new Map<string, ReportedResult[]>();
  for (const result of results) {
    for (const { url, reason } of result.incomplete) {
      const part = `${url} (${reason})`;
      lacking.set(part, [...(lacking.get(part) ?? []), result]);
    }
  }
  return [...lacking].map(([part, some]) => `Captured without ${part}: ${namesText(some)}`);
}

/** What helps where commits are missing. */
function historyLine(results: readonly ReportedResult[]): string[] {
  const isGuessed = results.some(({ baseline }) => baseline?.reason === 'history-unknown');
  if (!isGuessed) return [];
  return [
    'Some baselines are a guess: the service does not know the whole history of this commit (`fetch-depth: 0` in CI tells it)',
  ];
}

export function countsText(counts: NonNullable<ReportedSuite['counts']>): string {
  const { changed, removed, unchanged, skipped } = counts;
  const texts = [`${changed} changed`, `${counts.new} new`, `${removed} removed`, `${unchanged} unchanged`];
  if (skipped > 0) texts.push(`${skipped} skipped`);
  return texts.join(', ');
}

/** One line for each snapshot that could not be captured. */
export const failureLines = ({ failed }: Pick<ReportedSuite, 'failed'>, style = plain): string[] =>
  shortened(failed.map((failure) => failureLine(failure, style)));

/** One line for each snapshot that changed, and what else there is to know of the comparison. */
export function resultLines(
  { results, failed }: Pick<ReportedSuite, 'results' | 'failed'>,
  style = plain,
): string[] {
  const changes = reviewable.flatMap((status) =>
    results.flatMap((result) => (result.status === status ? [{ ...result, status }] : [])),
  );
  return [
    ...shortened(changes.map((result) => resultLine(result, style))),
    ...causeLines(results),
    ...ignoredLines(results),
    ...skippedLines(withoutFailures({ results, failed })),
    ...shortened(incompleteLines(results)),
    ...historyLine(results),
  ];
}

/** What is to be done, and where. */
export function todoLines(suite: ReportedSuite, style = plain): string[] {
  const open = openReasons(suite);
  const { accessibility, reviewUrl } = suite;
  const changesPage = accessibility && accessibility.pending + accessibility.rejected > 0;
  return [
    open.length > 0 ? style.attention(`To do: ${open.join(', ')}`) : style.good('Nothing to review'),
    ...(reviewUrl ? [`Review: ${style.link(reviewUrl)}`] : []),
    ...(reviewUrl && changesPage ? [`Accessibility: ${style.link(`${reviewUrl}/accessibility`)}`] : []),
  ];
}

/** What a person reads of a capture and its comparison. */
export function formatSuite(suite: ReportedSuite, notes: readonly string[] = [], style = plain): string {
  const { captureId, diffId, snapshots, counts } = suite;
  const { total, completed, carried } = snapshots;
  const done = diffId === null ? 'captured and set as baselines' : 'captured';
  const lines = [
    `Capture ${captureId} of suite "${suite.suite}": ${completed - carried} of ${total - carried} ${done}`,
    ...failureLines(suite, style),
    ...(counts ? [`Diff ${diffId}: ${countsText(counts)}`] : []),
    ...resultLines(suite, style),
    ...notes,
    ...todoLines(suite, style),
  ];
  return `${lines.join('\n')}\n`;
}
