import type { ReviewDiff, ReviewItem } from '../../../client/presentReview.js';
import { slotKey } from '../../../words/slotKey.js';
import type { ReviewSearch } from '../address/reviewSearch.js';
import type { MadeDecision } from '../decisions/applyDecision.js';
import type { ListRow } from '../list/listRows.js';
import type { Look } from './lookOf.js';
import type { ReviewList } from './reviewList.js';

/** The result that is looked at. */
export interface Selected {
  result: ReviewItem;
  /** Of its row in the list; -1 where the filters hide it. */
  index: number;
  /** Its place among what the list counts, from 1, and how much that is; null while the list is not there. */
  among: { position: number; count: number } | null;
  /** All on its card, itself included. */
  card: readonly ReviewItem[];
  /** Whether its row stands for all of them. */
  isClosed: boolean;
  /** All results of its name that can be decided, itself included where it can. */
  variants: readonly ReviewItem[];
  /** Index of the region that was stepped to; -1 for none. */
  region: number;
}

/** Everything that the controls plan from. */
export interface Scene {
  diff: ReviewDiff;
  search: ReviewSearch;
  /** The decisions of this page, the newest last. */
  decisions: readonly MadeDecision[];
  list: ReviewList;
  rows: readonly ListRow[];
  selected: Selected | null;
  /** Keys of the results that are marked for a decision in one. */
  marked: ReadonlySet<string>;
  look: Look;
  /** Why nothing can be decided now, as a sentence; null where something can. */
  obstacle: string | null;
}

/** What changes in the address to look at that result. */
export const lookAt = ({ selected }: Scene, target: ReviewItem): Partial<ReviewSearch> => ({
  result: slotKey(target),
  ...(target === selected?.result ? {} : { region: undefined }),
});
