import type { ReviewItem } from '../../../client/presentReview.js';
import type { IconName } from '../../../ui/Icon.js';
import type { View } from '../../../viewer/views.js';
import type { ReviewControls } from '../actions/actions.js';
import type { ReviewSearch } from '../address/reviewSearch.js';
import type { Decision, MadeDecision } from '../decisions/applyDecision.js';
import type { AskedSet } from './setOf.js';

/** A note to be written on a rejection. */
export interface AskedNote {
  about: readonly ReviewItem[];
  /** What was rejected, in words. */
  what: string;
  /** As it is. */
  text: string;
}

/** What using a control comes to. Nothing of it happens before the page performs it. */
export interface Plan {
  /** What changes in the address. */
  search?: Partial<ReviewSearch>;
  /** Whether going back in the browser's history leads to before the change. */
  push?: boolean;
  decision?: Decision;
  /** A decision of the page to take back. */
  takeBack?: MadeDecision;
  say?: { message: string; undoable?: boolean; notable?: boolean; icon?: IconName };
  askNote?: AskedNote;
  /** Index of the changed region to bring into the middle. */
  showRegion?: number;
  /** A view to prefer from now on in this browser. */
  prefer?: View;
  ask?: 'approveAll' | AskedSet;
}

/** Controls that move the focus, the images or a dialog, and plan nothing. */
type PageControl =
  | 'peek'
  | 'changeBackground'
  | 'filters'
  | 'zoom'
  | 'fit'
  | 'actualSize'
  | 'comments'
  | 'ignoreAreas'
  | 'ignoreChange'
  | 'search'
  | 'help'
  | 'back';

/** What each control would do now; null where it does nothing. */
export type Plans = {
  [Name in Exclude<keyof ReviewControls, PageControl>]: (
    ...given: Parameters<ReviewControls[Name]>
  ) => Plan | null;
} & {
  /** @param isNarrow whether list and result take turns on the screen */
  back: (isNarrow: boolean) => Plan;
};
