import { type View, viewOf } from '../../../viewer/views.js';
import type { ReviewSearch } from '../address/reviewSearch.js';

/** How the images are shown. */
export interface Look {
  view: View;
  /** Whether changed pixels lie over the current image. */
  overlay: boolean;
  /** Whether rows that both images have are drawn level. */
  isLevel: boolean;
  /** How much of the current image is shown where both are on one stage, 0 to 1. */
  mix: number;
}

type LookSearch = Pick<ReviewSearch, 'view' | 'overlay' | 'rows' | 'mix'>;

/** Views that compare by eye: what lies over one of the images would spoil it. */
const plainViews: readonly View[] = ['swipe', 'onion', 'blink'];

export function lookOf(search: LookSearch): Look {
  const view = viewOf(search.view);
  return {
    view,
    overlay: search.overlay === undefined ? !plainViews.includes(view) : search.overlay === 'on',
    isLevel: search.rows !== 'in-place',
    mix: Number(search.mix ?? 50) / 100,
  };
}

/** What holding Space shows: the other of current and baseline. */
export const peekedLook = (search: LookSearch): Look =>
  lookOf({ ...search, view: otherFace(viewOf(search.view)) });

const otherFace = (view: View): View => (view === 'baseline' ? 'current' : 'baseline');
