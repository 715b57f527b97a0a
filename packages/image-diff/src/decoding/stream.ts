import type { Engine } from '../engine.js';
import { ImageError } from '../imageError.js';
import { passes, scanlineBytes } from '../pngHeader.js';
import type { PngFile } from '../readPng.js';

/** Bytes of lines that a file inflates before they are decoded: as many as make a band of a comparison. */
const aheadBytes = 160 * 1024;

/** Deflate makes at most 258 bytes of two bits. */
const largestRatio = 1032;

/** What a file is inflated in. */
export interface Stream {
  /** Addresses of its state and of its window. */
  at: number;
  window: number;
  /** Bytes of the longest line, and of as many lines as are ever inflated at once. */
  stride: number;
  piece: number;
}

export function takeStream(engine: Engine, file: PngFile): Stream {
  const stride = longestLine(file);
  const piece = Math.max(stride, aheadBytes);
  return {
    at: engine.take(engine.run.streamBytes()),
    window: engine.take(engine.run.windowBytes(piece)),
    stride,
    piece,
  };
}

/** Begins with the first row. */
export function begin(engine: Engine, file: PngFile, stream: Stream): void {
  engine.setInput(stream.at, file.imageData);
  check(engine.run.beginImageData(stream.at, stream.window, stream.piece), engine, file, stream);
}

export const longestLine = ({ header }: PngFile) => Math.max(...passes(header).map(({ stride }) => stride));

/** @throws {ImageError} where an image is larger than its data can be */
export function requireEnough({ header, imageData }: PngFile): void {
  const promised = scanlineBytes(header);
  const stored = imageData.reduce((sum, piece) => sum + piece.length, 0);
  if (promised > stored * largestRatio) {
    throw invalid(`its image data has ${stored} bytes where its size needs ${promised}, compressed ones`);
  }
}

/** Statuses of assembly/imageData.ts. */
const tooShort = 2;
const tooLong = 3;
const trailing = 4;
const unknownFilter = 256;

/** @throws {ImageError} for a status other than that all is well */
export function check(status: number, engine: Engine, { header }: PngFile, { at }: Stream): void {
  if (status === 0) return;
  if (status >= unknownFilter) throw invalid(`unknown row filter ${status - unknownFilter}`);
  if (status === tooShort) {
    const found = engine.run.inflatedTotal(at);
    throw invalid(`its image data has ${found} bytes where its size needs ${scanlineBytes(header)}`);
  }
  if (status === tooLong) throw invalid('its image data is longer than its size allows');
  if (status === trailing) throw invalid('there are bytes after its image data');
  throw invalid('its image data is corrupt');
}

function invalid(what: string): ImageError {
  return new ImageError('IMAGE_INVALID', `PNG: ${what}`);
}
