import type { CauseGroup } from '@svc/schema';
import { actorText } from '@svc/schema/actorText';
import type { CheckOutcome, CheckRun } from '../codeHosts/CodeHost.js';
import { changeReason } from '../results/sensitivity.js';
import { type Slot, slotText } from '../slot.js';
import type { CheckRunState } from './describeCheckRun.js';
import { inCode } from './inCode.js';

export const approveAll = {
  identifier: 'approve-all',
  label: 'Approve all',
  description: 'Make all pending images the baseline',
};

/** Rows of a table that a check run shows; the rest is behind the link. */
const maximumRows = 50;

/** A reviewable result, as a check run shows it. */
export interface ShownResult extends Slot {
  status: string;
  approvalStatus: string;
  diffPercentage: number | null;
  /** Why it was rejected, where the reviewer said so. */
  note: string | null;
  /** Addresses of the images that there are. */
  images: { current: string | null; baseline: string | null; difference: string | null };
}

/** A suite of a commit, as the check run of the commit and the comment show it. */
export interface ShownSuite {
  suite: string;
  state: CheckRunState;
  counts: {
    changed: number;
    new: number;
    removed: number;
    failed: number;
    pending: number;
    rejected: number;
  };
  reviewUrl: string;
}

interface Common {
  id: string;
  version: number;
  checkName: string;
  commit: string;
  state: CheckRunState;
  detailsUrl: string;
}

/** The check of one suite: its results with links to their images, why they changed, and a button while there is something to approve. */
export function composeSuiteCheck(
  common: Common,
  suite: string,
  results: readonly ShownResult[],
  causes: readonly CauseGroup[],
): CheckRun {
  const pending = results.some((result) => result.approvalStatus === 'pending');
  return {
    ...compose(common, `${common.checkName} / ${suite}`),
    summary: [
      paragraphs(common.state.summary),
      causeTable(causes, common.detailsUrl),
      resultTable(results, common.detailsUrl),
    ]
      .filter(Boolean)
      .join('\n\n'),
    actions: pending ? [approveAll] : [],
  };
}

/**
 * The one check of a commit that a branch protection needs.
 * @param notes what there is to say beside the suites
 */
export const composeCommitCheck = (
  common: Common,
  suites: readonly ShownSuite[],
  notes: readonly string[],
): CheckRun => ({
  ...compose(common, common.checkName),
  summary: [suites.length > 0 ? suiteTable(suites) : '', paragraphs(notes.join('\n'))]
    .filter(Boolean)
    .join('\n\n'),
  actions: [],
});

const compose = ({ id, version, commit, state, detailsUrl }: Common, name: string) => ({
  externalId: id,
  revision: version,
  name,
  headSha: commit,
  outcome: outcomeOf(state),
  title: state.title,
  detailsUrl,
});

function outcomeOf({ status, conclusion }: CheckRunState): CheckOutcome {
  if (status === 'in_progress') return 'running';
  return conclusion ?? 'inconclusive';
}

/** A rejection of which a reviewer said why. */
export interface ShownNote extends Slot {
  suite: string;
  /** Such as `user:Ada`. */
  by: string | null;
  note: string;
}

/** Notes that a comment shows. */
const maximumNotes = 10;

/** A table of the notes on rejections; empty where there are none. */
export function noteTable(notes: readonly ShownNote[]): string {
  if (notes.length === 0) return '';
  const rows = notes
    .slice(0, maximumNotes)
    .map(({ suite, by, note, ...slot }) =>
      row([inCode(`${suite} / ${slotText(slot)}`), by === null ? '' : inCode(actorText(by)), quote(note)]),
    );
  const more = notes.length - rows.length;
  return [
    row(['Rejected', 'By', 'Note']),
    row(Array(3).fill('---')),
    ...rows,
    ...(more > 0 ? ['', `and ${more} more`] : []),
  ].join('\n');
}

/** A table of suites with what a person has to look at. */
export function suiteTable(suites: readonly ShownSuite[]): string {
  const rows = suites.map(({ suite, state, counts, reviewUrl }) =>
    row([
      inCode(suite),
      counts.changed,
      counts.new,
      counts.removed,
      needOf(state, counts),
      `[Review](${reviewUrl})`,
    ]),
  );
  return [row(['Suite', 'Changed', 'New', 'Removed', 'State', '']), row(Array(6).fill('---')), ...rows].join(
    '\n',
  );
}

function needOf({ status, conclusion, title }: CheckRunState, counts: ShownSuite['counts']): string {
  const { pending, rejected, failed } = counts;
  if (status !== 'completed') return title;
  const needs = [
    pending > 0 ? `${pending} to review` : '',
    rejected > 0 ? `${rejected} rejected` : '',
    failed > 0 ? `${failed} not captured` : '',
  ];
  return needs.filter(Boolean).join(', ') || (conclusion === 'success' ? 'fine' : title);
}

function resultText(status: string, diffPercentage: number | null): string {
  if (changeReason({ status, diffPercentage })) return `${status} below the threshold`;
  return diffPercentage === null || status !== 'changed'
    ? status
    : `${status}, ${diffPercentage.toFixed(2)} %`;
}

/** Notes quote people, so all of each is shown as code, in one line. */
const quote = (note: string): string => inCode(note.replace(/\s+/g, ' '));

/** Causes that a check run shows. */
const maximumCauses = 5;

/** The causes of most changes. Their sentences quote the page, so all of each is shown as code. */
function causeTable(causes: readonly CauseGroup[], detailsUrl: string): string {
  if (causes.length === 0) return '';
  const rows = causes
    .slice(0, maximumCauses)
    .map(({ text, results }) => row([inCode(text.replaceAll('`', '').replace(/\s+/g, ' ')), results.length]));
  const more = causes.length - rows.length;
  return [
    row(['Cause', 'Snapshots']),
    row(Array(2).fill('---')),
    ...rows,
    ...(more > 0 ? ['', `and [${more} more](${detailsUrl})`] : []),
  ].join('\n');
}

function resultTable(results: readonly ShownResult[], detailsUrl: string): string {
  if (results.length === 0) return '';
  const rows = results
    .slice(0, maximumRows)
    .map(({ status, approvalStatus, diffPercentage, note, images, ...slot }) =>
      row([
        inCode(slotText(slot)),
        resultText(status, diffPercentage),
        note === null ? approvalStatus : `${approvalStatus}: ${quote(note)}`,
        Object.entries(images)
          .flatMap(([what, url]) => (url === null ? [] : [`[${what}](${url})`]))
          .join(' · '),
      ]),
    );
  const more = results.length - rows.length;
  return [
    row(['Snapshot', 'Result', 'Decision', 'Images']),
    row(Array(4).fill('---')),
    ...rows,
    ...(more > 0 ? ['', `and [${more} more](${detailsUrl})`] : []),
  ].join('\n');
}

const row = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;
const paragraphs = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.replace(/[\\`*_[\]<>|#]/g, '\\$&'))
    .join('\n\n');
