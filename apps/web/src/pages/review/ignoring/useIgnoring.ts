import type { PickedElement } from '@svc/schema';
import { useState } from 'react';
import type { Box } from '../../../viewer/transform.js';
import type { ReviewSearch } from '../address/reviewSearch.js';

interface Place {
  /** Of the new area, in pixels of the image; null while nobody has said, and for an element. */
  box: Box | null;
  /** Where elements are looked for, in pixels of the image; null unless somebody clicked there. */
  point: { x: number; y: number } | null;
  /** What the new area is of; null for a box. */
  element: PickedElement | null;
  /** Whether the next drag or click on the image says where. */
  isPlacing: boolean;
}

/** Which ignore area is being made. */
export interface Ignoring extends Place {
  isShown: boolean;
  open: () => void;
  /** @returns whether it was open */
  close: () => boolean;
  /** Says what of the place is known; the rest is not. */
  place: (place: Partial<Place>) => void;
}

const nowhere: Place = { box: null, point: null, element: null, isPlacing: false };

export function useIgnoring(result: ReviewSearch['result']): Ignoring {
  const [isShown, show] = useState(false);
  const [kept, keep] = useState({ place: nowhere, result });
  return {
    isShown,
    // A place is of the snapshot that it was chosen on.
    ...(kept.result === result ? kept.place : nowhere),
    open: () => show(true),
    close: () => {
      show(false);
      keep({ place: nowhere, result });
      return isShown;
    },
    place: (place) => keep({ place: { ...nowhere, ...place }, result }),
  };
}
