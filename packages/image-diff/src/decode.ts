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
  const { width, height } = file.header;
  requireEnough(file);
  const image = { width, height, pixels: place(headroom + width * height * 4) + headroom };
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
function* hotBands(header: PngHeader, pixels: number): Generator<{ start: number; rows: number }> {
  const { width, height } = header;
  const atOnce = rowsAtOnce(header);
  for (let y = 0; y < height; y += atOnce) {
    yield { start: pixels + y * width * 4, rows: Math.min(atOnce, height - y) };
  }
}

const rowsAtOnce = ({ width }: PngHeader) => Math.max(1, Math.floor(hotBytes / (width * 4)));

/** A place of a file from which its rows can be decoded. */
export interface RowPlace {
  /** The next row. */
  row: number;
  /** Where the stream continues. */
  input: number;
  /** State of the engine. */
  state: Uint8Array;
  /** The last lines, of files that are decoded through them. */
  lines: Uint8Array | null;
}

/** Decodes the rows of a file that is not interlaced, in order. One engine does this for one file at a time. */
export class RowDecoder {
  readonly #engine: Engine;
  readonly #file: PngFile;
  readonly #buffers: ImageBuffers;
  readonly #lines: Lines | null;
  readonly #decodeMore: (start: number, rows: number, above: number) => number;
  #row = 0;

  /** @throws {ImageError} IMAGE_INVALID */
  constructor(engine: Engine, file: PngFile) {
    requireEnough(file);
    this.#engine = engine;
    this.#file = file;
    this.#buffers = takeBuffers(engine, file);
    check(beginImageData(engine, file, this.#buffers), engine, file);
    this.#lines = isPlain(file) ? null : takeLines(engine, file);
    this.#decodeMore = this.#lines ? this.#any(this.#lines) : this.#plain();
  }

  /** The next row. */
  get row(): number {
    return this.#row;
  }

  /** The place behind the rows so far; null where too little was read yet, so that one rather starts over. */
  note(): RowPlace | null {
    const { run } = this.#engine;
    const input = this.#engine.inputRead - run.inputHeld();
    if (this.#row === 0 || input < 0) return null;
    const { taken } = this.#engine;
    const length = run.savedBytes();
    const start = this.#engine.take(length);
    run.saveImageData(start);
    const state = this.#engine.view(start, length).slice();
    this.#engine.release(taken);
    const lines = this.#lines && this.#engine.view(this.#lines.start, 2 * this.#lines.bytes).slice();
    return { row: this.#row, input, state, lines };
  }

  /** Goes back, or on, to a place of the same file; to its first row where there is none. */
  goTo(place: RowPlace | null): void {
    const engine = this.#engine;
    this.#row = place?.row ?? 0;
    engine.setInput(this.#file.imageData, place?.input);
    if (!place) {
      check(beginImageData(engine, this.#file, this.#buffers), engine, this.#file);
      return;
    }
    const { taken } = engine;
    engine.run.loadImageData(engine.put(place.state));
    engine.release(taken);
    if (this.#lines && place.lines) engine.view(this.#lines.start, place.lines.length).set(place.lines);
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

  #any(lines: Lines) {
    const { width } = this.#file.header;
    const decodeLines = beginLines(this.#engine, this.#file, lines);
    return (start: number, rows: number) => decodeLines(width, this.#row, rows, start, 4, width * 4);
  }
}

/** Addresses of what a file is inflated in. */
interface ImageBuffers {
  input: number;
  window: number;
}

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

const takeBuffers = (engine: Engine, file: PngFile): ImageBuffers => ({
  input: engine.take(engine.run.inputBytes()),
  window: engine.take(engine.run.windowBytes(longestLine(file))),
});

function beginImageData(engine: Engine, file: PngFile, { input, window }: ImageBuffers): number {
  engine.setInput(file.imageData);
  return engine.run.beginImageData(input, window, longestLine(file));
}

const longestLine = ({ header }: PngFile) => Math.max(...passes(header).map(({ stride }) => stride));

/** Whether rows are stored as they are wanted, but for alpha: what browsers and most tools write. */
function isPlain({ header, transparency }: PngFile): boolean {
  const { colorType, bitDepth } = header;
  return bitDepth === 8 && !transparency && (colorType === truecolor || colorType === 6);
}

function decodePasses(engine: Engine, file: PngFile, pixels: number): void {
  const { header } = file;
  check(beginImageData(engine, file, takeBuffers(engine, file)), engine, file);
  const decodeLines = beginLines(engine, file, takeLines(engine, file));
  const pitch = header.width * 4;
  for (const { columns, rows, x, y, stepX, stepY } of passes(header)) {
    const start = pixels + y * pitch + x * 4;
    check(decodeLines(columns, 0, rows, start, stepX * 4, stepY * pitch), engine, file);
  }
  check(engine.run.endImageData(), engine, file);
}

/** Two lines of a file in the engine's memory, of so many bytes each. */
interface Lines {
  start: number;
  bytes: number;
}

function takeLines(engine: Engine, file: PngFile): Lines {
  const bytes = Math.ceil((longestLine(file) + 64) / 64) * 64;
  return { start: engine.takeZeroed(2 * bytes), bytes };
}

/** Decodes lines of any format; `from` is how many lines of the pass are above them. */
function beginLines(engine: Engine, file: PngFile, { start: lines, bytes: lineBytes }: Lines) {
  const { header } = file;
  const colors = engine.put(colorTable(file));
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
