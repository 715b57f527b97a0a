import type { StoredImage } from './compareRgba.js';
import type { Engine } from './engine.js';
import { ImageError } from './imageError.js';
import { greyscale, type PngHeader, palette, passes, scanlineBytes, truecolor } from './pngHeader.js';
import { type PngFile, readPng } from './readPng.js';

/** Bytes that are the caller's, before the pixels of a decoded image. */
export const headroom = 64;

/** Bytes of pixels that are still in the processor's cache when they are all decoded. */
const hotBytes = 64 * 1024;

/** Deflate makes at most 258 bytes of two bits. */
const largestRatio = 1032;

/** Sample values that mean transparent, where a file names none. */
const noKey = -1n;

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
  image: StoredImage;
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
  const { width, height } = file.header;
  requireEnough(file);
  const image = { width, height, pixels: place(headroom + width * height * 4) + headroom };
  const { taken } = engine;
  const isOpaque = !file.transparency && file.header.colorType !== 4 && file.header.colorType !== 6;
  const passOn = (start: number, rows: number) => onRows({ start, bytes: rows * width * 4, image, isOpaque });
  if (file.header.interlaced) decodePasses(engine, file, image.pixels);
  else decodeRows(engine, file, image.pixels, passOn);
  if (file.header.interlaced) {
    for (const { start, rows } of hotBands(file.header, image.pixels)) passOn(start, rows);
  }
  engine.release(taken);
  return image;
}

function requireEnough({ header, imageData }: PngFile): void {
  const promised = scanlineBytes(header);
  const stored = imageData.reduce((sum, piece) => sum + piece.length, 0);
  if (promised > stored * largestRatio) {
    throw invalid(`its image data has ${stored} bytes where its size needs ${promised}, compressed ones`);
  }
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
function* hotBands({ width, height }: PngHeader, pixels: number): Generator<{ start: number; rows: number }> {
  const atOnce = Math.max(1, Math.floor(hotBytes / (width * 4)));
  for (let y = 0; y < height; y += atOnce) {
    yield { start: pixels + y * width * 4, rows: Math.min(atOnce, height - y) };
  }
}

/** Decodes the rows of a file that is not interlaced, in order. One engine does this for one file at a time. */
export class RowDecoder {
  readonly #engine: Engine;
  readonly #file: PngFile;
  readonly #decodeMore: (start: number, rows: number, above: number) => number;
  #row = 0;

  /** @throws {ImageError} IMAGE_INVALID */
  constructor(engine: Engine, file: PngFile) {
    requireEnough(file);
    this.#engine = engine;
    this.#file = file;
    check(beginImageData(engine, file), engine, file);
    this.#decodeMore = isPlain(file) ? this.#plain() : this.#any();
  }

  /**
   * Decodes the next rows to an address; that of the row above them counts from the second call on.
   * @throws {ImageError} IMAGE_INVALID
   */
  decode(start: number, rows: number, above: number): void {
    check(this.#decodeMore(start, rows, above), this.#engine, this.#file);
    this.#row += rows;
  }

  /**
   * To be called behind the last row.
   * @throws {ImageError} IMAGE_INVALID
   */
  end(): void {
    check(this.#engine.run.endImageData(), this.#engine, this.#file);
  }

  #plain() {
    const { run } = this.#engine;
    const { width, colorType } = this.#file.header;
    const channels = colorType === truecolor ? 3 : 4;
    const blank = this.#engine.takeZeroed(width * 4);
    if (channels === 3) new Uint32Array(run.memory.buffer, blank, width).fill(0xff00_0000);
    return (start: number, rows: number, above: number) =>
      run.decodePlainRows(channels, width, rows, start, this.#row === 0 ? blank : above);
  }

  #any() {
    const { width } = this.#file.header;
    const decodeLines = beginLines(this.#engine, this.#file);
    return (start: number, rows: number) => decodeLines(width, this.#row, rows, start, 4, width * 4);
  }
}

function beginImageData(engine: Engine, file: PngFile): number {
  const longest = longestLine(file);
  engine.setInput(file.imageData);
  const input = engine.take(engine.run.inputBytes());
  const window = engine.take(engine.run.windowBytes(longest));
  return engine.run.beginImageData(input, window, longest);
}

const longestLine = ({ header }: PngFile) => Math.max(...passes(header).map(({ stride }) => stride));

/** Whether rows are stored as they are wanted, but for alpha: what browsers and most tools write. */
function isPlain({ header, transparency }: PngFile): boolean {
  const { colorType, bitDepth } = header;
  return bitDepth === 8 && !transparency && (colorType === truecolor || colorType === 6);
}

function decodePasses(engine: Engine, file: PngFile, pixels: number): void {
  const { header } = file;
  check(beginImageData(engine, file), engine, file);
  const decodeLines = beginLines(engine, file);
  const pitch = header.width * 4;
  for (const { columns, rows, x, y, stepX, stepY } of passes(header)) {
    const start = pixels + y * pitch + x * 4;
    check(decodeLines(columns, 0, rows, start, stepX * 4, stepY * pitch), engine, file);
  }
  check(engine.run.endImageData(), engine, file);
}

/** Decodes lines of any format; `from` is how many lines of the pass are above them. */
function beginLines(engine: Engine, file: PngFile) {
  const { header } = file;
  const colors = engine.put(colorTable(file));
  const lineBytes = Math.ceil((longestLine(file) + 64) / 64) * 64;
  const lines = engine.takeZeroed(2 * lineBytes);
  const key = transparentKey(file);
  return (columns: number, from: number, rows: number, start: number, step: number, pitch: number) =>
    engine.run.decodeAnyRows(
      header.colorType,
      header.bitDepth,
      key,
      colors,
      columns,
      from,
      rows,
      start,
      step,
      pitch,
      lines,
      lineBytes,
    );
}

/** RGBA of every value of a sample of up to 8 bits, where one sample makes a pixel. Unused ones are opaque black. */
function colorTable({ header, palette: colors, transparency }: PngFile): Uint8Array {
  const table = new Uint8Array(256 * 4);
  const most = 2 ** header.bitDepth - 1;
  for (let sample = 0; sample < 256; sample++) {
    const level = Math.min(255, (sample * 255) / most);
    const color = colors
      ? [0, 1, 2].map((channel) => colors[sample * 3 + channel] ?? 0)
      : [level, level, level];
    const alpha = header.colorType === palette ? (transparency?.[sample] ?? 255) : 255;
    table.set([...color, alpha], sample * 4);
  }
  if (header.colorType === greyscale && transparency && header.bitDepth <= 8) {
    const key = new DataView(transparency.buffer, transparency.byteOffset).getUint16(0);
    table[(key & most) * 4 + 3] = 0;
  }
  return table;
}

/** Of its 16-bit samples only as many bits matter as the image has. */
function transparentKey({ header, transparency }: PngFile): bigint {
  if (!transparency || header.colorType === palette) return noKey;
  const key = transparency.reduce((key, byte) => (key << 8n) | BigInt(byte), 0n);
  return header.bitDepth === 16 ? key : key & 0x00ff_00ff_00ffn;
}

/** Statuses of assembly/imageData.ts. */
const tooShort = 2;
const tooLong = 3;
const trailing = 4;
const unknownFilter = 256;

function check(status: number, engine: Engine, { header }: PngFile): void {
  if (status === 0) return;
  if (status >= unknownFilter) throw invalid(`unknown row filter ${status - unknownFilter}`);
  if (status === tooShort) {
    const found = engine.run.inflatedTotal();
    throw invalid(`its image data has ${found} bytes where its size needs ${scanlineBytes(header)}`);
  }
  if (status === tooLong) throw invalid('its image data is longer than its size allows');
  if (status === trailing) throw invalid('there are bytes after its image data');
  throw invalid('its image data is corrupt');
}

function invalid(what: string): ImageError {
  return new ImageError('IMAGE_INVALID', `PNG: ${what}`);
}
