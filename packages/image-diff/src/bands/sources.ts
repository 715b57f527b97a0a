import type { StoredImage } from '../compareRgba.js';
import { RowDecoder, type RowPlace } from '../decoding/RowDecoder.js';
import type { Engine } from '../engine.js';
import type { PngFile } from '../readPng.js';
import type { RowSource } from './RowSource.js';

/**
 * The rows of a file.
 * @param noteBytes bytes of pixels after which a place is noted that can be gone back to
 */
export const decodedAlone = (engine: Engine, file: PngFile, noteBytes: number): RowSource =>
  new FileRows(engine, file, noteBytes);

/** The rows of two files, which are read in step: the same ones of the first before those of the second. */
export function decodedTogether(
  engine: Engine,
  [a, b]: readonly [PngFile, PngFile],
  noteBytes: number,
): [RowSource, RowSource] {
  const rows: [FileRows, FileRows] = [new FileRows(engine, a, noteBytes), new FileRows(engine, b, noteBytes)];
  rows[0].lead(rows[1]);
  return rows;
}

/** The rows of an image that the comparing engine keeps, and that stays as it is. */
export function keptWhole(engine: Engine, { width, height, pixels }: StoredImage): RowSource {
  const pitch = width * 4;
  let next = 0;
  return {
    width,
    height,
    read(start, rows) {
      const from = pixels + next * pitch;
      engine.bytes.copyWithin(start, from, from + rows * pitch);
      next += rows;
    },
    end() {},
    seek(row) {
      next = row;
      return row;
    },
  };
}

interface NotedPlace extends RowPlace {
  /** Pixels of the row above. */
  above: Uint8Array;
}

class FileRows implements RowSource {
  readonly width: number;
  readonly height: number;
  readonly #engine: Engine;
  readonly #decoder: RowDecoder;
  readonly #pitch: number;
  /** A copy of the last row, because rows are painted over once they were read. */
  readonly #above: number;
  readonly #noteRows: number;
  /** By their rows. */
  readonly #places: NotedPlace[] = [];

  constructor(engine: Engine, file: PngFile, noteBytes: number) {
    const { width, height } = file.header;
    this.width = width;
    this.height = height;
    this.#engine = engine;
    this.#decoder = new RowDecoder(engine, file);
    this.#pitch = width * 4;
    this.#above = engine.take(this.#pitch);
    this.#noteRows = Math.max(1, Math.ceil(noteBytes / this.#pitch));
  }

  lead(follower: FileRows): void {
    this.#decoder.lead(follower.#decoder);
  }

  read(start: number, rows: number): void {
    this.#decoder.decode(start, rows, this.#above);
    const end = start + rows * this.#pitch;
    this.#engine.bytes.copyWithin(this.#above, end - this.#pitch, end);
    this.#note();
  }

  end(): void {
    this.#decoder.end();
  }

  seek(row: number): number {
    const place = this.#places.findLast((one) => one.row <= row) ?? null;
    const { row: here } = this.#decoder;
    if (here <= row && here >= (place?.row ?? 0)) return here;
    this.#decoder.goTo(place);
    if (place) this.#engine.view(this.#above, this.#pitch).set(place.above);
    return place?.row ?? 0;
  }

  #note(): void {
    const { row } = this.#decoder;
    if (row < (this.#places.at(-1)?.row ?? 0) + this.#noteRows || row >= this.height) return;
    const place = this.#decoder.note();
    if (place) this.#places.push({ ...place, above: this.#engine.view(this.#above, this.#pitch).slice() });
  }
}
