import { type Slot, slotText } from '../slot.js';
import { inCode } from './inCode.js';
import { moreLines, resultText, row, sentence, smallImage } from './tableCells.js';

/** A result that is pending or rejected, as a comment shows it. */
export interface OpenChange extends Slot {
  suite: string;
  status: string;
  approvalStatus: string;
  diffPercentage: number | null;
  /** The address of a small image of the change; null where there is none. */
  thumbnail: string | null;
  /** Why it changed, in sentences that quote the page. */
  causes: readonly string[];
  /** Of the diff. */
  reviewUrl: string;
}

/** Changes that a comment shows. */
export const maximumChanges = 10;

const statusOrder = ['changed', 'new', 'removed'];

/** The largest changes first, then what is new, then what was removed; equal ones stay in their order. */
const byImportance = (one: OpenChange, other: OpenChange): number =>
  statusOrder.indexOf(one.status) - statusOrder.indexOf(other.status) ||
  (other.diffPercentage ?? 0) - (one.diffPercentage ?? 0);

/**
 * A table of the changes that matter most; empty where none is open.
 * @param changes at least the largest ones of the commit
 * @param all how many there are, and where
 */
export function topChangeTable(changes: readonly OpenChange[], all: { count: number; url: string }): string {
  if (changes.length === 0) return '';
  const rows = [...changes]
    .sort(byImportance)
    .slice(0, maximumChanges)
    .map(({ suite, status, approvalStatus, diffPercentage, thumbnail, causes, reviewUrl, ...slot }) => {
      const result = resultText(status, diffPercentage);
      return row([
        `[${inCode(`${suite} / ${slotText(slot)}`)}](${reviewUrl})`,
        approvalStatus === 'rejected' ? `${result}, rejected` : result,
        smallImage(thumbnail),
        causeText(causes),
      ]);
    });
  return [
    row(['Snapshot', 'Result', 'Change', 'Cause']),
    row(Array(4).fill('---')),
    ...rows,
    ...moreLines(all.count - rows.length, all.url),
  ].join('\n');
}

function causeText([first, ...more]: readonly string[]): string {
  if (first === undefined) return '';
  return more.length > 0 ? `${sentence(first)} and ${more.length} more` : sentence(first);
}
