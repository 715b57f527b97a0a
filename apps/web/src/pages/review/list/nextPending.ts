import type { ReviewItem } from '../../../client/presentReview.js';
import { isWaiting } from '../decisions/applyDecision.js';
import type { ListRow } from './listRows.js';

/**
 * The result of the next row after `from` that waits for a decision, going round; undefined if there is none.
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
    if (isWaiting(row.result) && !decided(row.result)) return row.result;
  }
  return undefined;
}

/**
 * The result that is so many results up or down the list, or the last one in that direction; undefined where there is none.
 * @param by more than 0 for down
 */
export function neighbor(rows: readonly ListRow[], from: number, by: number): ReviewItem | undefined {
  const direction = Math.sign(by);
  let found: ReviewItem | undefined;
  let left = Math.abs(by);
  for (let index = from + direction; left > 0 && index >= 0 && index < rows.length; index += direction) {
    const row = rows[index];
    if (row?.kind !== 'result') continue;
    found = row.result;
    left -= 1;
  }
  return found;
}
