import type { AccessibilityCounts, CauseGroup } from '@svc/schema';
import { actorText } from '@svc/schema/actorText';
import type { CheckOutcome, CheckRun } from '../codeHosts/CodeHost.js';
import { type Slot, slotText } from '../slot.js';
import type { CheckRunState } from './describeCheckRun.js';
import { groupBy } from './groupBy.js';
import { inCode } from './inCode.js';
import { inText } from './inText.js';
import { moreLines, quote, resultText, row, sentence, smallImage } from './tableCells.js';

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
  /** ISO 8601; null where the change is not ignored. */
  ignoredUntil: string | null;
  diffPercentage: number | null;
  /** Why it was rejected, where the reviewer said so. */
  note: string | null;
  /** The address of a small image of the change; null where there is none. */
  thumbnail: string | null;
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
    /** Of those that are pending. */
    ignored: number;
    rejected: number;
  };
  accessibility: Pick<AccessibilityCounts, 'pending' | 'rejected'>;
  reviewUrl: string;
}

/** An accessibility change that is to be reviewed, as a check run shows it. */
export interface ShownChange {
  /** Equal for the same findings. */
  fingerprint: string;
  /** Of the gravest finding. */
  text: string;
  /** Findings in all. */
  total: number;
  approvalStatus: string;
}

/** What the check of a suite shows. */
export interface ShownVerdict {
  results: readonly ShownResult[];
  causes: readonly CauseGroup[];
  changes: readonly ShownChange[];
  /** Snapshots of which more than 30 % is not compared. */
  largelyIgnored: readonly Slot[];
}

interface Common {
  id: string;
  version: number;
  checkName: string;
  commit: string;
  state: CheckRunState;
  detailsUrl: string;
}

/**
 * The check of one suite: its results with links to their images, why they changed, what changed for assistive technology, and a
 * button while there is an image to approve.
 */
export function composeSuiteCheck(
  common: Common,
  suite: string,
  { results, causes, changes, largelyIgnored }: ShownVerdict,
): CheckRun {
  const pending = results.some(
    ({ approvalStatus, ignoredUntil }) => approvalStatus === 'pending' && ignoredUntil === null,
  );
  return {
    ...compose(common, `${common.checkName} / ${suite}`),
    summary: [
      paragraphs(common.state.summary),
      ignoredLine(largelyIgnored),
      causeTable(causes, common.detailsUrl),
      changeTable(changes, `${common.detailsUrl}/accessibility`),
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

/** Snapshots that a line names. */
const maximumNames = 5;

/** Where a change may go unseen; empty where nothing much is ignored. */
function ignoredLine(slots: readonly Slot[]): string {
  if (slots.length === 0) return '';
  const names = slots.slice(0, maximumNames).map((slot) => inCode(slotText(slot)));
  const more = slots.length - names.length;
  const all = more > 0 ? [...names, `and ${more} more`] : names;
  return `More than 30 % of the image is ignored, so changes there are not shown: ${all.join(', ')}`;
}

/** A rejection of which a reviewer said why. */
export interface ShownNote extends Slot {
  suite: string;
  /** Such as `user:Ada`. */
  by: string | null;
  note: string;
  /** The address of a small image of the change; null where there is none. */
  thumbnail: string | null;
}

/** Notes that a comment shows. */
const maximumNotes = 10;

/** A table of the notes on rejections; empty where there are none. */
export function noteTable(notes: readonly ShownNote[]): string {
  if (notes.length === 0) return '';
  const rows = notes
    .slice(0, maximumNotes)
    .map(({ suite, by, note, thumbnail, ...slot }) =>
      row([
        inCode(`${suite} / ${slotText(slot)}`),
        smallImage(thumbnail),
        by === null ? '' : inCode(actorText(by)),
        quote(note),
      ]),
    );
  const more = notes.length - rows.length;
  return [
    row(['Rejected', 'Change', 'By', 'Note']),
    row(Array(4).fill('---')),
    ...rows,
    ...(more > 0 ? ['', `and ${more} more`] : []),
  ].join('\n');
}

/** A table of suites with what a person has to look at. */
export function suiteTable(suites: readonly ShownSuite[]): string {
  const rows = suites.map(({ suite, state, counts, accessibility, reviewUrl }) =>
    row([
      inCode(suite),
      counts.changed,
      counts.new,
      counts.removed,
      inText(needOf(state, counts, accessibility)),
      `[Review](${reviewUrl})`,
    ]),
  );
  return [row(['Suite', 'Changed', 'New', 'Removed', 'State', '']), row(Array(6).fill('---')), ...rows].join(
    '\n',
  );
}

function needOf(
  { status, conclusion, title }: CheckRunState,
  counts: ShownSuite['counts'],
  accessibility: ShownSuite['accessibility'],
): string {
  const { rejected, failed } = counts;
  const pending = counts.pending - counts.ignored;
  if (status !== 'completed') return title;
  const needs = [
    pending > 0 ? `${pending} to review` : '',
    rejected > 0 ? `${rejected} rejected` : '',
    accessibility.pending > 0 ? `${changesText(accessibility.pending)} to review` : '',
    accessibility.rejected > 0 ? `${changesText(accessibility.rejected)} rejected` : '',
    failed > 0 ? `${failed} not captured` : '',
  ];
  return needs.filter(Boolean).join(', ') || (conclusion === 'success' ? 'fine' : title);
}

const changesText = (count: number): string => `${count} accessibility ${count === 1 ? 'change' : 'changes'}`;

/** Causes that a check run shows. */
const maximumCauses = 5;

/** The causes of most changes. Their sentences quote the page, so all of each is shown as code. */
export function causeTable(causes: readonly CauseGroup[], detailsUrl: string): string {
  if (causes.length === 0) return '';
  const rows = causes
    .slice(0, maximumCauses)
    .map(({ text, results }) => row([sentence(text), results.length]));
  return [
    row(['Cause', 'Snapshots']),
    row(Array(2).fill('---')),
    ...rows,
    ...moreLines(causes.length - rows.length, detailsUrl),
  ].join('\n');
}

/** Accessibility changes that a check run shows. */
const maximumChanges = 10;

/** Accessibility changes that are to be reviewed; equal ones in one row. */
export function changeTable(changes: readonly ShownChange[], url: string): string {
  if (changes.length === 0) return '';
  const groups = [
    ...groupBy(changes, ({ fingerprint, approvalStatus }) => `${fingerprint} ${approvalStatus}`).values(),
  ].sort((one, other) => other.length - one.length);
  const rows = groups.slice(0, maximumChanges).flatMap((group) => {
    const [first] = group;
    if (!first) return [];
    const more = first.total > 1 ? ` and ${first.total - 1} more` : '';
    return [row([sentence(first.text) + more, group.length, first.approvalStatus])];
  });
  return [
    row(['Accessibility', 'Snapshots', 'Decision']),
    row(Array(3).fill('---')),
    ...rows,
    ...moreLines(groups.length - rows.length, url),
  ].join('\n');
}

function decisionText({
  approvalStatus,
  ignoredUntil,
  note,
}: Pick<ShownResult, 'approvalStatus' | 'ignoredUntil' | 'note'>): string {
  if (ignoredUntil !== null) return `ignored until ${ignoredUntil.slice(0, 10)}`;
  return note === null ? approvalStatus : `${approvalStatus}: ${quote(note)}`;
}

function resultTable(results: readonly ShownResult[], detailsUrl: string): string {
  if (results.length === 0) return '';
  const rows = results
    .slice(0, maximumRows)
    .map(({ status, approvalStatus, ignoredUntil, diffPercentage, note, thumbnail, images, ...slot }) =>
      row([
        inCode(slotText(slot)),
        resultText(status, diffPercentage),
        decisionText({ approvalStatus, ignoredUntil, note }),
        [
          // What somebody spoke of is worth a look right there.
          note === null ? '' : smallImage(thumbnail),
          ...Object.entries(images).map(([what, url]) => (url === null ? '' : `[${what}](${url})`)),
        ]
          .filter(Boolean)
          .join(' · '),
      ]),
    );
  return [
    row(['Snapshot', 'Result', 'Decision', 'Images']),
    row(Array(4).fill('---')),
    ...rows,
    ...moreLines(results.length - rows.length, detailsUrl),
  ].join('\n');
}

const paragraphs = (text: string): string => text.split('\n').map(inText).join('\n\n');
