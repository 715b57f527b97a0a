import { type View, viewOf } from '../../../viewer/views.js';
import type { ReviewSearch } from '../address/reviewSearch.js';

/** How the images are shown. */
export interface Look {
  view: View;
  /** Whether changed pixels lie over the current image. */
  overlay: boolean;
  /** How much of the current image is shown where both are on one stage, 0 to 1. */
  mix: number;
}

export function lookOf(search: Pick<ReviewSearch, 'view' | 'overlay' | 'mix'>): Look {
  const view = viewOf(search.view);
  return {
    view,
    overlay: search.overlay === undefined ? view === 'difference' : search.overlay === 'on',
    mix: Number(search.mix ?? 50) / 100,
  };
}

/** What holding Space shows: the other of current and baseline. */
export const peekedLook = (search: Pick<ReviewSearch, 'view' | 'overlay' | 'mix'>): Look =>
  lookOf({ ...search, view: otherFace(viewOf(search.view)) });

const otherFace = (view: View): View => (view === 'baseline' ? 'current' : 'baseline');
