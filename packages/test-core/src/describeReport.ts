import { type RunReport, type SentShot, toReview } from './RunReport.js';
import type { Shot } from './Shot.js';

const slotText = ({ name, viewport, browser }: Shot): string =>
  [name, viewport && `${viewport.width}x${viewport.height}`, browser && `[${browser}]`]
    .filter(Boolean)
    .join(' ');

const percentage = (value: number | null): string =>
  value === null ? '' : ` (${value > 0 && value < 0.01 ? '< 0.01' : value.toFixed(2)} % of pixels)`;

const counts = (sent: readonly SentShot[]): string =>
  (['unchanged', 'changed', 'new'] as const)
    .map((status) => [sent.filter(({ result }) => result.status === status).length, status] as const)
    .filter(([count]) => count > 0)
    .map(([count, status]) => `${count} ${status}`)
    .join(', ');

function lineOf({ shot, result }: SentShot, isWaiting: boolean): string {
  const approved = isWaiting ? '' : ', approved';
  const amount = result.status === 'changed' ? percentage(result.diffPercentage) : '';
  return `  ${result.status}${approved}: ${slotText(shot)}${amount}`;
}

/** A snapshot to review, as the error of its test shows it. */
export const describeChange = (sent: SentShot, reviewUrl: string | null): string =>
  [lineOf(sent, true).trim(), ...(reviewUrl ? [`review: ${reviewUrl}`] : [])].join('\n');

/** Lines of one kind. */
const mostLines = 50;

const shorten = (lines: readonly string[]): string[] =>
  lines.length > mostLines
    ? [...lines.slice(0, mostLines), `  … and ${lines.length - mostLines} more`]
    : [...lines];

/** The report as a terminal shows it; lines without a prefix. */
export function describeReport(report: RunReport): string[] {
  const { sent, failures, unsent, branch, commit, reviews } = report;
  const lines: string[] = [];
  if (sent.length > 0) {
    const number = `${sent.length} snapshot${sent.length === 1 ? '' : 's'}`;
    lines.push(`${number} of ${branch} at ${commit.slice(0, 8)}: ${counts(sent)}`);
  }
  const waiting = new Set(toReview(report));
  lines.push(
    ...shorten(
      sent.filter(({ result }) => result.status !== 'unchanged').map((one) => lineOf(one, waiting.has(one))),
    ),
    ...shorten(
      sent
        .filter(({ isFlaky }) => isFlaky)
        .map(({ shot }) => `  flaky: ${slotText(shot)} looked different in an earlier attempt`),
    ),
  );
  for (const { suite, url } of reviews) lines.push(`  review ${suite}: ${url}`);
  lines.push(
    ...shorten(
      failures.map(({ shot, message }) =>
        shot ? `  not uploaded: ${slotText(shot)}: ${message}` : `  ${message}`,
      ),
    ),
  );
  if (unsent > 0) lines.push(`  ${unsent} snapshot${unsent === 1 ? ' was' : 's were'} not uploaded`);
  return lines;
}
