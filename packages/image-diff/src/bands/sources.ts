import type { StoredImage } from '../compareRgba.js';
import { RowDecoder, type RowPlace } from '../decode.js';
import type { Engine } from '../engine.js';
import type { PngFile } from '../readPng.js';
import type { RowSource } from './RowSource.js';

/** Where the next rows go in the decoding engine, and their number. */
interface Detour {
  start: number;
  rows: number;
}

/**
 * The rows of a file that the comparing engine decodes itself.
 * @param noteBytes bytes of pixels after which a place is noted that can be gone back to
 */
export const decodedHere = (engine: Engine, file: PngFile, noteBytes: number): RowSource =>
  new FileRows(engine, engine, file, noteBytes, null);

/** The rows of a file that another engine decodes, since one engine decodes one file at a time. */
export function decodedElsewhere(
  engine: Engine,
  other: Engine,
  file: PngFile,
  { band, note }: { band: number; note: number },
): RowSource {
  const detour = { start: other.take(band * file.header.width * 4), rows: band };
  return new FileRows(engine, other, file, note, detour);
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
  readonly #decoding: Engine;
  readonly #decoder: RowDecoder;
  readonly #detour: Detour | null;
  readonly #pitch: number;
  /** A copy of the last row, because rows are painted over once they were read. */
  readonly #above: number;
  readonly #noteRows: number;
  /** By their rows. */
  readonly #places: NotedPlace[] = [];

  constructor(engine: Engine, decoding: Engine, file: PngFile, noteBytes: number, detour: Detour | null) {
    const { width, height } = file.header;
    this.width = width;
    this.height = height;
    this.#engine = engine;
    this.#decoding = decoding;
    this.#decoder = new RowDecoder(decoding, file);
    this.#detour = detour;
    this.#pitch = width * 4;
    this.#above = decoding.take(this.#pitch);
    this.#noteRows = Math.max(1, Math.ceil(noteBytes / this.#pitch));
  }

  read(start: number, rows: number): void {
    const most = this.#detour?.rows ?? rows;
    for (let done = 0; done < rows; done += most) {
      this.#readSome(start + done * this.#pitch, Math.min(most, rows - done));
    }
  }

  #readSome(start: number, rows: number): void {
    const to = this.#detour?.start ?? start;
    this.#decoder.decode(to, rows, this.#above);
    if (this.#detour) {
      this.#engine.view(start, rows * this.#pitch).set(this.#decoding.view(to, rows * this.#pitch));
    }
    const end = to + rows * this.#pitch;
    this.#decoding.bytes.copyWithin(this.#above, end - this.#pitch, end);
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
    if (place) this.#decoding.view(this.#above, this.#pitch).set(place.above);
    return place?.row ?? 0;
  }

  #note(): void {
    const { row } = this.#decoder;
    if (row < (this.#places.at(-1)?.row ?? 0) + this.#noteRows || row >= this.height) return;
    const place = this.#decoder.note();
    if (place) this.#places.push({ ...place, above: this.#decoding.view(this.#above, this.#pitch).slice() });
  }
}
