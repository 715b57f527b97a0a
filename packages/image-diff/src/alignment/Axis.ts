import type { Picture } from '../bands/Picture.js';
import type { Engine } from '../engine.js';

/** How images are taken apart into lines that may have shifted: rows, or columns. */
export interface Axis {
  /** How many lines an image has. */
  count(image: Picture): number;
  /**
   * Writes the hashes of some lines, 8 bytes each.
   * @returns whether one of them, by its place among them, is all of one color
   */
  hash(engine: Engine, image: Picture, first: number, lines: number, out: number): (line: number) => boolean;
}

export const rows: Axis = {
  count: ({ height }) => height,
  hash(engine, image, first, lines, out) {
    const { facts } = image;
    if (facts) {
      const start = facts.hashes + first * 8;
      engine.bytes.copyWithin(out, start, start + lines * 8);
      return (row) => facts.plain[first + row] !== 0;
    }
    const pitch = image.width * 4;
    for (let row = 0; row < lines; row += image.most) {
      const some = Math.min(lines - row, image.most);
      engine.run.hashRows(image.at(first + row, some), pitch, some, out + row * 8);
    }
    return (row) => engine.run.isPlainRow(image.at(first + row, 1), pitch) !== 0;
  },
};

export const columns: Axis = {
  count: ({ width }) => width,
  hash(engine, image, first, lines, out) {
    const { run } = engine;
    const { taken } = engine;
    const sums = engine.take(run.columnSumsBytes(lines));
    const plain = engine.take(lines);
    for (let row = 0; row < image.height; row += image.most) {
      const some = Math.min(image.height - row, image.most);
      const pixels = image.at(row, some) + first * 4;
      if (row === 0) run.beginColumns(pixels, lines, sums);
      run.addToColumns(pixels, image.width * 4, lines, some, sums);
    }
    run.endColumns(sums, lines, out, plain);
    const isPlain = engine.view(plain, lines).slice();
    engine.release(taken);
    return (column) => isPlain[column] !== 0;
  },
};
