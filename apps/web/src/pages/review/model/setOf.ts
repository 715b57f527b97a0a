import type { ReviewItem } from '../../../client/presentReview.js';
import type { Verdict } from '../decisions/applyDecision.js';
import type { Selected } from './Scene.js';

/** Sets that one key decides: all on a card, or all variants of a snapshot. */
export type SetName = 'card' | 'variants';

/** A set to be looked at as a whole, and what was to be decided about it; null for nothing yet. */
export interface AskedSet {
  set: SetName;
  to: Verdict | null;
}

/** A set of more is looked at as a whole before it is decided. */
export const mostInSight = 9;

/** The set that the selected result is in; null where it is alone. */
export function setOf(selected: Selected | null, name: SetName): readonly ReviewItem[] | null {
  const set = selected?.[name] ?? [];
  return set.length > 1 ? set : null;
}
