import type { Engine } from '../engine.js';
import { truecolor } from '../pngHeader.js';
import type { PngFile } from '../readPng.js';
import { beginLines, type Lines, takeLines } from './lines.js';
import { begin, check, requireEnough, type Stream, takeStream } from './stream.js';

/** Bytes of lines that two files inflate together at a time, as many as the processor's cache has room for. */
const togetherBytes = 32 * 1024;

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

/** Decodes the rows of a file that is not interlaced, in order. */
export class RowDecoder {
  readonly #engine: Engine;
  readonly #file: PngFile;
  readonly #stream: Stream;
  readonly #lines: Lines | null;
  readonly #decodeMore: (start: number, rows: number, above: number) => number;
  #row = 0;
  #follower: RowDecoder | null = null;

  /** @throws {ImageError} IMAGE_INVALID */
  constructor(engine: Engine, file: PngFile) {
    requireEnough(file);
    this.#engine = engine;
    this.#file = file;
    this.#stream = takeStream(engine, file);
    begin(engine, file, this.#stream);
    this.#lines = isPlain(file) ? null : takeLines(engine, file);
    this.#decodeMore = this.#lines ? this.#any(this.#lines) : this.#plain();
  }

  /** The next row. */
  get row(): number {
    return this.#row;
  }

  get #rowsTogether(): number {
    return Math.max(1, Math.floor(togetherBytes / this.#stream.stride));
  }

  /** The place behind the rows so far; null where too little was read yet, so that one rather starts over. */
  note(): RowPlace | null {
    const { run } = this.#engine;
    const { at } = this.#stream;
    const input = this.#engine.inputRead(at) - run.inputHeld(at);
    if (this.#row === 0 || input < 0) return null;
    const { taken } = this.#engine;
    const length = run.savedBytes(at);
    const start = this.#engine.take(length);
    run.saveStream(at, start);
    const state = this.#engine.view(start, length).slice();
    this.#engine.release(taken);
    const lines = this.#lines && this.#engine.view(this.#lines.start, 2 * this.#lines.bytes).slice();
    return { row: this.#row, input, state, lines };
  }

  /** Goes back, or on, to a place of the same file; to its first row where there is none. */
  goTo(place: RowPlace | null): void {
    const engine = this.#engine;
    this.#row = place?.row ?? 0;
    if (!place) {
      begin(engine, this.#file, this.#stream);
      return;
    }
    engine.setInput(this.#stream.at, this.#file.imageData, place.input);
    const { taken } = engine;
    engine.run.loadStream(this.#stream.at, engine.put(place.state));
    engine.release(taken);
    if (this.#lines && place.lines) engine.view(this.#lines.start, place.lines.length).set(place.lines);
  }

  /**
   * Decodes the next rows to an address; that of the row above them counts from the second call on.
   * @throws {ImageError} IMAGE_INVALID
   */
  decode(start: number, rows: number, above: number): void {
    const pitch = this.#file.header.width * 4;
    const atOnce = this.#follower ? this.#rowsTogether : rows;
    for (let done = 0; done < rows; done += atOnce) {
      const some = Math.min(atOnce, rows - done);
      if (this.#follower) this.#inflateWith(this.#follower, some);
      const to = start + done * pitch;
      this.#check(this.#decodeMore(to, some, done === 0 ? above : to - pitch));
      this.#row += some;
    }
  }

  /**
   * Says that another file's rows are decoded in step, each time after those of this one: what is stored of them is
   * then inflated together, which takes less time than one after the other.
   */
  lead(follower: RowDecoder): void {
    this.#follower = follower;
  }

  /** Inflates the next rows, and the follower's up to the same one if it is near. */
  #inflateWith(follower: RowDecoder, rows: number): void {
    const end = Math.min(this.#row + rows, follower.#file.header.height);
    const ahead = (end - follower.#row) * follower.#stream.stride;
    if (ahead <= 0 || ahead > follower.#stream.piece) return;
    this.#engine.run.inflateBoth(this.#stream.at, rows * this.#stream.stride, follower.#stream.at, ahead);
  }

  /**
   * To be called behind the last row.
   * @throws {ImageError} IMAGE_INVALID
   */
  end(): void {
    this.#check(this.#engine.run.endImageData(this.#stream.at));
  }

  #check(status: number): void {
    check(status, this.#engine, this.#file, this.#stream);
  }

  #plain() {
    const { run } = this.#engine;
    const { width, colorType } = this.#file.header;
    const channels = colorType === truecolor ? 3 : 4;
    const blank = this.#engine.takeZeroed(width * 4);
    if (channels === 3) new Uint32Array(run.memory.buffer, blank, width).fill(0xff00_0000);
    return (start: number, rows: number, above: number) =>
      run.decodePlainRows(this.#stream.at, channels, width, rows, start, this.#row === 0 ? blank : above);
  }

  #any(lines: Lines) {
    const { width } = this.#file.header;
    const decodeLines = beginLines(this.#engine, this.#file, this.#stream, lines);
    return (start: number, rows: number) => decodeLines(width, this.#row, rows, start, 4, width * 4);
  }
}

/** Whether rows are stored as they are wanted, but for alpha: what browsers and most tools write. */
function isPlain({ header, transparency }: PngFile): boolean {
  const { colorType, bitDepth } = header;
  return bitDepth === 8 && !transparency && (colorType === truecolor || colorType === 6);
}
