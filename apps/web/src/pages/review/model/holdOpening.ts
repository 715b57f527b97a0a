import type { ReviewDiff, ReviewItem } from '../../../client/presentReview.js';
import { slotKey } from '../../../words/slotKey.js';
import type { ReviewSearch } from '../address/reviewSearch.js';
import { isPending } from '../decisions/applyDecision.js';
import type { ReviewList } from './reviewList.js';

/** Says which result to show. */
export type Opening = (
  diff: Pick<ReviewDiff, 'status'>,
  search: ReviewSearch,
  list: ReviewList,
) => ReviewItem | undefined;

/** The result of the address, even when filters hide it; without one, the first pending of the list. */
export const openingAt: Opening = (_, { result }, list) =>
  (result === undefined ? undefined : list.resultAt(result)) ?? list.shown.find(isPending) ?? list.shown[0];

/**
 * The same for one page, which keeps what it opened with when somebody else decides about it or the results are read again: the
 * next key is about what was seen. Other filters open with another result.
 */
export function holdOpening(): Opening {
  let held: string | undefined;
  let heldIn: string | undefined;
  return (diff, search, list) => {
    const { status, q, component, sort, list: shape } = search;
    const filters = [status, q, component, sort, shape].join('\n');
    const kept = held !== undefined && heldIn === filters ? resultOf(list, held) : undefined;
    const isChosen = search.result !== undefined && list.resultAt(search.result) !== undefined;
    const shown = (!isChosen && kept) || openingAt(diff, search, list);
    // While results come one by one, the first of them is not yet where to begin.
    const isHeld = !isChosen && (kept || diff.status !== 'processing');
    held = isHeld && shown ? slotKey(shown) : undefined;
    heldIn = filters;
    return shown;
  };
}

/** It is among the first of the list as a rule, and the keys of the others need not be made. */
const resultOf = (list: ReviewList, key: string): ReviewItem | undefined =>
  list.shown.find((one) => slotKey(one) === key) ?? list.resultAt(key);
