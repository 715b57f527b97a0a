import type { ReviewItem } from '../../client/presentReview.js';
import { isReviewable } from './filterResults.js';

/**
 * Index of the next result after `from` that waits for a decision, going round; -1 if there is no other.
 * What `decided` says does not count: it is being decided.
 */
export function nextPending(
  list: readonly ReviewItem[],
  from: number,
  decided: (result: ReviewItem) => boolean = () => false,
): number {
  const ahead = list.map((_, step) => (from + 1 + step) % list.length).filter((index) => index !== from);
  return (
    ahead.find((index) => {
      const result = list[index];
      return (
        result !== undefined &&
        isReviewable(result) &&
        result.approvalStatus === 'pending' &&
        !decided(result)
      );
    }) ?? -1
  );
}
