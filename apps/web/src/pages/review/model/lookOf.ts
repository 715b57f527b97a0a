import { isOverlaid, type View, viewOf } from '../../../viewer/views.js';
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

export function lookOf(search: LookSearch): Look {
  const view = viewOf(search.view);
  return {
    view,
    // Marks over one of two images that are compared by eye would spoil it.
    overlay: search.overlay === undefined ? !isOverlaid(view) : search.overlay === 'on',
    isLevel: search.rows !== 'in-place',
    mix: Number(search.mix ?? 50) / 100,
  };
}

/** What holding Space shows: the other of current and baseline. */
export const peekedLook = (search: LookSearch): Look =>
  lookOf({ ...search, view: otherFace(viewOf(search.view)) });

const otherFace = (view: View): View => (view === 'baseline' ? 'current' : 'baseline');
