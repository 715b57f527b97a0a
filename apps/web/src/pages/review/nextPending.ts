import type { DiffResult } from '@svc/schema';
import { isReviewable } from './filterResults.js';

/**
 * Index of the next result after `from` that waits for a decision, going round; -1 if there is no other.
 * The named snapshots do not count: they are being decided.
 */
export function nextPending(
  list: readonly DiffResult[],
  from: number,
  decided: readonly string[] = [],
): number {
  const ahead = list.map((_, step) => (from + 1 + step) % list.length).filter((index) => index !== from);
  return (
    ahead.find((index) => {
      const result = list[index];
      return (
        result !== undefined &&
        isReviewable(result) &&
        result.approvalStatus === 'pending' &&
        !decided.includes(result.name)
      );
    }) ?? -1
  );
}
