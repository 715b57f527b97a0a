import { RowDecoder } from '../decode.js';
import type { Engine } from '../engine.js';
import type { PngFile } from '../readPng.js';
import type { RowSource } from './RollingRows.js';

/** The rows of a file that the comparing engine decodes itself. */
export function decodedHere(engine: Engine, file: PngFile): RowSource {
  const { width, height } = file.header;
  const pitch = width * 4;
  const decoder = new RowDecoder(engine, file);
  // A copy, because rows are painted over once they were read.
  const above = engine.take(pitch);
  return {
    width,
    height,
    read: (start, rows) => {
      decoder.decode(start, rows, above);
      const end = start + rows * pitch;
      engine.bytes.copyWithin(above, end - pitch, end);
    },
    end: () => decoder.end(),
  };
}

/** The rows of a file that another engine decodes, since one engine decodes one file at a time. */
export function decodedElsewhere(engine: Engine, other: Engine, file: PngFile, band: number): RowSource {
  const { width, height } = file.header;
  const pitch = width * 4;
  const decoder = new RowDecoder(other, file);
  // The row above, and the next rows.
  const above = other.take((band + 1) * pitch);
  const next = above + pitch;
  return {
    width,
    height,
    read: (start, rows) => {
      decoder.decode(next, rows, above);
      engine.view(start, rows * pitch).set(other.view(next, rows * pitch));
      other.bytes.copyWithin(above, next + (rows - 1) * pitch, next + rows * pitch);
    },
    end: () => decoder.end(),
  };
}
