import type { ReviewItem } from '../../../client/presentReview.js';
import { isPending } from '../decisions/applyDecision.js';
import type { ListRow } from './listRows.js';

/**
 * The result of the next row after `from` that waits for a decision, going round; undefined if there is no other.
 * What `decided` says does not count: it is being decided.
 */
export function nextPending(
  rows: readonly ListRow[],
  from: number,
  decided: (result: ReviewItem) => boolean = () => false,
): ReviewItem | undefined {
  for (let step = 1; step <= rows.length; step++) {
    const index = (from + step) % rows.length;
    const row = rows[index];
    if (index === from || row?.kind !== 'result') continue;
    if (isPending(row.result) && !decided(row.result)) return row.result;
  }
  return undefined;
}

/** The result of the nearest row in that direction; undefined at the end of the list. */
export function neighbor(rows: readonly ListRow[], from: number, by: 1 | -1): ReviewItem | undefined {
  for (let index = from + by; index >= 0 && index < rows.length; index += by) {
    const row = rows[index];
    if (row?.kind === 'result') return row.result;
  }
  return undefined;
}
