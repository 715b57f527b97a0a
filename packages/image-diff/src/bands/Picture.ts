import type { StoredImage } from '../compareRgba.js';
import type { Engine } from '../engine.js';

/** An image whose rows can be read in any order, though maybe not all of them are in memory. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  /** Rows that are in memory at a time, at the most. */
  readonly most: number;
  /** Address of a row, from which on that many can be read until others are asked for. */
  at(row: number, rows: number): number;
  /** What was noted of each row; null where nothing was. */
  readonly facts: RowFacts | null;
}

/** What is known of the rows of an image. */
export interface RowFacts {
  /** Address of their hashes, as assembly/rowHashes.ts makes them. */
  hashes: number;
  /** Whether all pixels of a row are the same: not 0. */
  plain: Uint8Array;
}

/** An image that is in memory as a whole. */
export const wholePicture = ({ width, height, pixels }: StoredImage): Picture => ({
  width,
  height,
  most: height,
  at: (row) => pixels + row * width * 4,
  facts: null,
});

/** Takes note of rows, some at a time, in memory of the engine. */
export function noteRows(engine: Engine, { width, height }: { width: number; height: number }) {
  const facts: RowFacts = { hashes: engine.take(height * 8), plain: new Uint8Array(height) };
  const pitch = width * 4;
  const note = ({ pixels }: StoredImage, from: number, to: number): void => {
    const { run } = engine;
    run.hashRows(pixels + from * pitch, pitch, to - from, facts.hashes + from * 8);
    for (let row = from; row < to; row++) facts.plain[row] = run.isPlainRow(pixels + row * pitch, pitch);
  };
  return { facts, note };
}
