import { type CountOptions, comparePart } from '../compareRgba.js';
import type { Engine } from '../engine.js';
import type { Picture } from './Picture.js';

/** Whether a pixel is anti-aliasing hangs on pixels up to this many rows away. */
export const reach = 2;

/** Rows that are compared with each other, and of them the columns: all, or some. */
export interface Stretches {
  before: number;
  after: number;
  height: number;
  columns?: { before: number; after: number; width: number };
}

/**
 * Compares a part of two images as if it were all of them.
 *
 * @param mask address of marks as `Difference` describes them, all clear, for the part alone
 * @returns how many pixels were counted and marked
 */
export function compareRows(
  engine: Engine,
  [a, b]: readonly [Picture, Picture],
  { before, after, height, columns }: Stretches,
  options: CountOptions,
  mask: number,
  maskPitch: number,
): number {
  const most = Math.min(a.most, b.most);
  const atOnce = height <= most ? height : most - 2 * reach;
  let counted = 0;
  for (let from = 0; from < height; from += atOnce) {
    const to = Math.min(height, from + atOnce);
    const top = Math.max(0, from - reach);
    const rows = Math.min(height, to + reach) - top;
    const part = (picture: Picture, row: number, column: number) => {
      const pitch = picture.width * 4;
      const pixels = picture.at(row + top, rows) - top * pitch + column * 4;
      return { width: columns?.width ?? picture.width, height, pixels, pitch };
    };
    const [partA, partB] = [part(a, before, columns?.before ?? 0), part(b, after, columns?.after ?? 0)];
    counted += comparePart(engine, partA, partB, options, mask, maskPitch, { from, to });
  }
  return counted;
}
