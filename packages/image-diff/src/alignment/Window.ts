import type { Picture } from '../bands/Picture.js';
import type { Difference } from '../compareRgba.js';
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
export function windowOf(engine: Engine, a: Picture, b: Picture, difference: Difference): Window {
  const { mask, maskPitch, height } = difference;
  const size = maskPitch * height;
  const top = Math.max(0, Math.floor(engine.run.firstMark(mask, size) / maskPitch) - margin);
  if (a.height === b.height) {
    const bottom = Math.floor(engine.run.lastMark(mask, size) / maskPitch) + 1 + margin;
    const rows = Math.min(bottom, a.height) - top;
    return { top, rowsA: rows, rowsB: rows };
  }
  const most = Math.min(a.height, b.height) - top;
  const below = Math.max(0, countEqualBelow(engine, a, b, most) - margin);
  return { top, rowsA: a.height - below - top, rowsB: b.height - below - top };
}

/** How many of the last rows are equal. */
function countEqualBelow(engine: Engine, a: Picture, b: Picture, most: number): number {
  if (a.facts && b.facts) {
    const hashesOf = ({ hashes }: { hashes: number }, { height }: Picture) =>
      new BigUint64Array(engine.run.memory.buffer, hashes, height);
    const [hashesA, hashesB] = [hashesOf(a.facts, a), hashesOf(b.facts, b)];
    let rows = 0;
    while (rows < most && hashesA[a.height - rows - 1] === hashesB[b.height - rows - 1]) rows++;
    return rows;
  }
  const rowBytes = a.width * 4;
  const end = (image: Picture) => image.at(image.height - most, most) + most * rowBytes;
  return engine.run.countEqualBelow(end(a), end(b), rowBytes, most);
}

/** The same of columns. Where the widths differ, all to the right of the first changed pixel can have. */
export function windowOfColumns(a: Picture, b: Picture, changed: Box): Window {
  const top = Math.max(0, Math.min(changed.x, a.width, b.width) - margin);
  if (a.width !== b.width) return { top, rowsA: a.width - top, rowsB: b.width - top };
  const columns = Math.min(changed.x + changed.width + margin, a.width) - top;
  return { top, rowsA: columns, rowsB: columns };
}
