import type { ReviewOpening } from '../../../client/readReview.js';
import { slotOf } from '../../../words/slotKey.js';
import type { ReviewSearch } from './reviewSearch.js';

/**
 * What a review opens with at an address; null where only the whole list says that: filters and other orders need all of it.
 */
export function openingOf({ result, status, q, component, sort, list }: ReviewSearch): ReviewOpening | null {
  if (result !== undefined) {
    const slot = slotOf(result);
    return slot === undefined ? null : { name: slot.name };
  }
  return [status, q, component, sort, list].every((field) => field === undefined) ? {} : null;
}
