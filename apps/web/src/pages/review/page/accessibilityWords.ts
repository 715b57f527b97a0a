import type { ReviewDiff } from '../../../client/presentReview.js';
import { countOf } from '../../../words/countText.js';

/** How many accessibility changes wait for a review, or how many there are where none does; null for none. */
export function accessibilityWords({
  results,
}: Pick<ReviewDiff, 'results'>): { text: string; isToDo: boolean } | null {
  const changed = results.filter(({ accessibility }) => accessibility !== null);
  const pending = changed.filter(({ accessibility }) => accessibility === 'pending').length;
  if (changed.length === 0) return null;
  return pending > 0
    ? { text: `${countWords(pending)} to review`, isToDo: true }
    : { text: countWords(changed.length), isToDo: false };
}

const countWords = (count: number) => countOf(count, 'accessibility change');
