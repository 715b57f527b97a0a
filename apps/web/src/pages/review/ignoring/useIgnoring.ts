import { useState } from 'react';
import type { Box } from '../../../viewer/transform.js';
import type { ReviewSearch } from '../address/reviewSearch.js';

/** Which ignore area is being made. */
export interface Ignoring {
  isShown: boolean;
  /** Of the new area, in pixels of the image; null while nobody has said. */
  box: Box | null;
  /** Whether the next drag on the image says where. */
  isPlacing: boolean;
  open: () => void;
  /** @returns whether it was open */
  close: () => boolean;
  place: (box: Box | null, isPlacing?: boolean) => void;
}

interface Place extends Pick<Ignoring, 'box' | 'isPlacing'> {
  result: ReviewSearch['result'];
}

const nowhere: Place = { box: null, isPlacing: false, result: undefined };

export function useIgnoring(result: ReviewSearch['result']): Ignoring {
  const [isShown, show] = useState(false);
  const [place, setPlace] = useState<Place>(nowhere);
  // A place is of the snapshot that it was chosen on.
  const { box, isPlacing } = place.result === result ? place : nowhere;
  return {
    isShown,
    box,
    isPlacing,
    open: () => show(true),
    close: () => {
      show(false);
      setPlace(nowhere);
      return isShown;
    },
    place: (box, isPlacing = false) => setPlace({ box, isPlacing, result }),
  };
}
