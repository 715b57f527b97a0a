import type { Alignment } from './alignLines.js';

/** More bands than this explain nothing. */
const mostBands = 32;

/**
 * Whether there are bands, but few, most lines nearby are equal, and the bands do not claim more than has changed.
 *
 * @param lines of the image that has fewer
 * @param length pixels of a line
 * @param diffPixels changed pixels where nothing is aligned
 */
export function isPlausible(
  { bands, equalRows }: Alignment,
  { lines, length, diffPixels }: { lines: number; length: number; diffPixels: number },
): boolean {
  const inBands = bands.reduce((sum, { height }) => sum + height, 0) * length;
  return (
    bands.length > 0 && bands.length <= mostBands && equalRows * 4 >= lines && inBands <= diffPixels * 16
  );
}

/** Whether few enough pixels are left changed once lines are aligned. */
export const explainsEnough = (alignedDiffPixels: number, diffPixels: number): boolean =>
  alignedDiffPixels <= diffPixels * 0.9;
