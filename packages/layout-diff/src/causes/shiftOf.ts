import type { Matching } from '../match/Matching.js';
import type { Pair } from './StyleChange.js';

/** How the box of an element changed, in CSS pixels. */
export interface Shift {
  pair: Pair;
  dx: number;
  dy: number;
  dWidth: number;
  dHeight: number;
}

/** Boxes are rounded to hundredths. */
const least = 0.03;
const rounded = (length: number): number => (Math.abs(length) < least ? 0 : Math.round(length * 100) / 100);

/** Null where the box is the same. */
export function shiftOf(pair: Pair): Shift | null {
  const { before, after } = pair;
  const dx = rounded(after.box.x - before.box.x);
  const dy = rounded(after.box.y - before.box.y);
  const dWidth = rounded(after.box.width - before.box.width);
  const dHeight = rounded(after.box.height - before.box.height);
  return dx || dy || dWidth || dHeight ? { pair, dx, dy, dWidth, dHeight } : null;
}

/** The boxes that changed, in document order. */
export function findShifts(matching: Matching): Shift[] {
  return matching.before.nodes.flatMap((before) => {
    const after = matching.afterOf(before);
    const shift = after ? shiftOf({ before, after }) : null;
    return shift ? [shift] : [];
  });
}
