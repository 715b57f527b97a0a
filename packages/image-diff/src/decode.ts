import type { StoredImage } from './compareRgba.js';
import { beginLines, takeLines } from './decoding/lines.js';
import { RowDecoder } from './decoding/RowDecoder.js';
import { begin, check, requireEnough, takeStream } from './decoding/stream.js';
import type { Engine } from './engine.js';
import { type PngHeader, passes } from './pngHeader.js';
import { type PngFile, readPng } from './readPng.js';

/** Bytes that are the caller's, before the pixels of a decoded image. */
export const headroom = 64;

/** Bytes of pixels that are still in the processor's cache when they are all decoded. */
const hotBytes = 64 * 1024;

export interface DecodeOptions {
  /** Finds memory for an image and what is before it, instead of taking it. Whatever is taken later lies behind it. */
  place?(bytes: number): number;
  /** Sees every row once, from the first to the last, some rows at a time while the processor's cache has them. */
  onRows?(rows: DecodedRows): void;
}

/** Some rows of an image that is being decoded. */
export interface DecodedRows {
  /** Where their pixels are, and how many bytes. */
  start: number;
  bytes: number;
  size: Pick<PngHeader, 'width' | 'height'>;
  /** Whether its format has no transparency. */
  isOpaque: boolean;
}

/**
 * Decodes a PNG of any color type, depth and interlacing to RGBA8 in the engine's memory, with the values that
 * libpng gives: samples of fewer than 8 bits scaled up, of 16 bits their upper half, no color management.
 *
 * The image data must inflate to exactly what the header promises, with known row filters and a right Adler-32. In
 * the engine's memory are at most the pixels and some scanlines or a quarter of a megabyte.
 *
 * @throws {ImageError} IMAGE_INVALID or IMAGE_TOO_LARGE
 */
export function decode(engine: Engine, png: Uint8Array, options: DecodeOptions = {}): StoredImage {
  return decodeFile(engine, readPng(engine, png), options);
}

/** {@link decode} of a file that was read. */
export function decodeFile(
  engine: Engine,
  file: PngFile,
  { place = (bytes) => engine.take(bytes), onRows = () => {} }: DecodeOptions = {},
): StoredImage {
  const image = beginImage(file, place);
  const { taken } = engine;
  const passOn = (start: number, rows: number) => onRows(decodedRows(file, start, rows));
  if (file.header.interlaced) decodePasses(engine, file, image.pixels);
  else decodeRows(engine, file, image.pixels, passOn);
  if (file.header.interlaced) {
    for (const { start, rows } of hotBands(file.header, image.pixels)) passOn(start, rows);
  }
  engine.release(taken);
  return image;
}

/** {@link decode} of two files, which takes less time than one after the other. */
export function decodeFiles(engine: Engine, files: readonly [PngFile, PngFile]): [StoredImage, StoredImage] {
  const [a, b] = files;
  if (a.header.interlaced || b.header.interlaced) return [decodeFile(engine, a), decodeFile(engine, b)];
  const place = (bytes: number) => engine.take(bytes);
  const begun = [beginImage(a, place), beginImage(b, place)] as const;
  const { taken } = engine;
  const decoders = [new RowDecoder(engine, a), new RowDecoder(engine, b)] as const;
  decoders[0].lead(decoders[1]);
  const atOnce = Math.min(rowsAtOnce(a.header), rowsAtOnce(b.header));
  for (let row = 0; row < Math.max(a.header.height, b.header.height); row += atOnce) {
    for (const [i, { width, height, pixels }] of begun.entries()) {
      const rows = Math.min(atOnce, height - row);
      const start = pixels + row * width * 4;
      if (rows > 0) decoders[i]?.decode(start, rows, start - width * 4);
    }
  }
  for (const decoder of decoders) decoder.end();
  engine.release(taken);
  return [...begun];
}

function beginImage(file: PngFile, place: (bytes: number) => number): StoredImage {
  const { width, height } = file.header;
  requireEnough(file);
  return { width, height, pixels: place(headroom + width * height * 4) + headroom };
}

/**
 * {@link decode} for one who sees every row once and wants no image: of one that is not interlaced the engine holds
 * no more than these rows.
 */
export function decodeOnce(engine: Engine, file: PngFile, onRows: (rows: DecodedRows) => void): void {
  if (file.header.interlaced) {
    decodeFile(engine, file, { onRows });
    return;
  }
  const { taken } = engine;
  for (const { start, rows } of decodeInBands(engine, file, rowsAtOnce(file.header))) {
    onRows(decodedRows(file, start, rows));
  }
  engine.release(taken);
}

function decodedRows({ header, transparency }: PngFile, start: number, rows: number): DecodedRows {
  const isOpaque = !transparency && header.colorType !== 4 && header.colorType !== 6;
  return { start, bytes: rows * header.width * 4, size: header, isOpaque };
}

/** Takes the address of decoded rows, and how many they are. */
type PassOn = (start: number, rows: number) => void;

function decodeRows(engine: Engine, file: PngFile, pixels: number, passOn: PassOn): void {
  const decoder = new RowDecoder(engine, file);
  const pitch = file.header.width * 4;
  for (const { start, rows } of hotBands(file.header, pixels)) {
    decoder.decode(start, rows, start - pitch);
    passOn(start, rows);
  }
  decoder.end();
}

/** The rows of an image in bands that fit into the processor's cache. */
function* hotBands(header: PngHeader, pixels: number): Generator<{ start: number; rows: number }> {
  const { width, height } = header;
  const atOnce = rowsAtOnce(header);
  for (let y = 0; y < height; y += atOnce) {
    yield { start: pixels + y * width * 4, rows: Math.min(atOnce, height - y) };
  }
}

const rowsAtOnce = ({ width }: PngHeader) => Math.max(1, Math.floor(hotBytes / (width * 4)));

/**
 * Decodes a file that is not interlaced, some rows after others at one address, where they are until the next ones are
 * asked for.
 * @throws {ImageError} IMAGE_INVALID
 */
export function* decodeInBands(
  engine: Engine,
  file: PngFile,
  band: number,
): Generator<{ start: number; rows: number }, void> {
  const { width, height } = file.header;
  const decoder = new RowDecoder(engine, file);
  const pitch = width * 4;
  // The row above, and a band.
  const above = engine.take((band + 1) * pitch);
  const start = above + pitch;
  for (let row = 0; row < height; row += band) {
    const rows = Math.min(band, height - row);
    decoder.decode(start, rows, above);
    engine.bytes.copyWithin(above, start + (rows - 1) * pitch, start + rows * pitch);
    yield { start, rows };
  }
  decoder.end();
}

function decodePasses(engine: Engine, file: PngFile, pixels: number): void {
  const { header } = file;
  const stream = takeStream(engine, file);
  begin(engine, file, stream);
  const decodeLines = beginLines(engine, file, stream, takeLines(engine, file));
  const pitch = header.width * 4;
  for (const { columns, rows, x, y, stepX, stepY } of passes(header)) {
    const start = pixels + y * pitch + x * 4;
    check(decodeLines(columns, 0, rows, start, stepX * 4, stepY * pitch), engine, file, stream);
  }
  check(engine.run.endImageData(stream.at), engine, file, stream);
}
