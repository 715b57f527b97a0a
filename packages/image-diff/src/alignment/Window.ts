import type { Difference, StoredImage } from '../compareRgba.js';
import type { Engine } from '../engine.js';
import type { Box } from '../thumbnail.js';

/** Equal rows around those that may have shifted, which are looked at as well. */
const margin = 64;

export interface Window {
  /** Rows above, which have no changed pixel where they are. */
  top: number;
  /** Rows of either image that are to be aligned. */
  rowsA: number;
  rowsB: number;
}

/** Where rows can have shifted: not far above the first changed pixel, nor far below the last. */
export function windowOf(engine: Engine, a: StoredImage, b: StoredImage, difference: Difference): Window {
  const rowBytes = a.width * 4;
  const { mask, maskPitch, height } = difference;
  const size = maskPitch * height;
  const top = Math.max(0, Math.floor(engine.run.firstMark(mask, size) / maskPitch) - margin);
  if (a.height === b.height) {
    const bottom = Math.floor(engine.run.lastMark(mask, size) / maskPitch) + 1 + margin;
    const rows = Math.min(bottom, a.height) - top;
    return { top, rowsA: rows, rowsB: rows };
  }
  const most = Math.min(a.height, b.height) - top;
  const end = ({ pixels, height: rows }: StoredImage) => pixels + rows * rowBytes;
  const below = Math.max(0, engine.run.countEqualBelow(end(a), end(b), rowBytes, most) - margin);
  return { top, rowsA: a.height - below - top, rowsB: b.height - below - top };
}

/** The same of columns. Where the widths differ, all to the right of the first changed pixel can have. */
export function windowOfColumns(a: StoredImage, b: StoredImage, changed: Box): Window {
  const top = Math.max(0, Math.min(changed.x, a.width, b.width) - margin);
  if (a.width !== b.width) return { top, rowsA: a.width - top, rowsB: b.width - top };
  const columns = Math.min(changed.x + changed.width + margin, a.width) - top;
  return { top, rowsA: columns, rowsB: columns };
}
