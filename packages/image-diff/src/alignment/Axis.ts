import type { StoredImage } from '../compareRgba.js';
import type { Engine } from '../engine.js';

/** How images are taken apart into lines that may have shifted: rows, or columns. */
export interface Axis {
  /** How many lines an image has. */
  count(image: StoredImage): number;
  /** Writes the hashes of some lines, 8 bytes each. */
  hash(engine: Engine, image: StoredImage, first: number, lines: number, out: number): void;
  /** Whether a line is all of one color. */
  isPlain(engine: Engine, image: StoredImage, line: number): boolean;
}

export const rows: Axis = {
  count: ({ height }) => height,
  hash(engine, { width, pixels }, first, lines, out) {
    engine.run.hashRows(pixels + first * width * 4, width * 4, lines, out);
  },
  isPlain: (engine, { width, pixels }, row) =>
    engine.run.isPlainRow(pixels + row * width * 4, width * 4) !== 0,
};

/** Bytes in which the engine sums up a column, and bytes more for all of them. */
const [sumBytes, moreSumBytes] = [8, 32];

export const columns: Axis = {
  count: ({ width }) => width,
  hash(engine, { width, height, pixels }, first, lines, out) {
    const { taken } = engine;
    const sums = engine.take(lines * sumBytes + moreSumBytes);
    engine.run.hashColumns(pixels + first * 4, width * 4, lines, height, sums, out);
    engine.release(taken);
  },
  isPlain: (engine, { width, height, pixels }, column) =>
    engine.run.isPlainColumn(pixels + column * 4, width * 4, height) !== 0,
};
