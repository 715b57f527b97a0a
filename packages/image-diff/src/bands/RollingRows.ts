import type { StoredImage } from '../compareRgba.js';
import { headroom } from '../decode.js';
import type { Engine } from '../engine.js';
import { paintOver } from '../paintOver.js';
import type { Box } from '../thumbnail.js';
import type { RowSource } from './RowSource.js';
import { within } from './within.js';

/** Sees some rows of an image, of which only these are in memory: from one to before another. */
export type OnRows = (image: StoredImage, from: number, to: number) => void;

/** The last rows that were read of an image, in the engine's memory. */
export class RollingRows {
  readonly #engine: Engine;
  readonly #source: RowSource;
  readonly #ignored: readonly Box[];
  readonly #onRows: OnRows;
  readonly #pitch: number;
  readonly #start: number;
  /** Rows that are in memory: from the first to before the end. */
  #first = 0;
  #end = 0;

  /**
   * @param most rows that are in memory at a time
   * @param ignored boxes that are painted over, and do not overlap
   * @param onRows sees all rows, before they are painted over
   */
  constructor(
    engine: Engine,
    source: RowSource,
    most: number,
    ignored: readonly Box[],
    onRows: OnRows = () => {},
  ) {
    this.#engine = engine;
    this.#source = source;
    this.#ignored = ignored;
    this.#onRows = onRows;
    this.#pitch = source.width * 4;
    this.#start = engine.take(headroom + most * this.#pitch) + headroom;
  }

  /** The image as if it were whole in memory, of which only the last rows are. */
  get image(): StoredImage {
    const { width, height } = this.#source;
    return { width, height, pixels: this.#start - this.#first * this.#pitch };
  }

  /** Reads up to a row, as far as there are rows, and forgets those above another. */
  read(to: number, keepFrom: number): void {
    const end = Math.min(to, this.#source.height);
    const first = Math.max(this.#first, Math.min(keepFrom, this.#end));
    const { bytes } = this.#engine;
    bytes.copyWithin(this.#start, this.#addressOf(first), this.#addressOf(this.#end));
    this.#first = first;
    if (end <= this.#end) return;
    this.#source.read(this.#addressOf(this.#end), end - this.#end);
    this.#onRows(this.image, this.#end, end);
    paintOver(this.#engine, this.image, within(this.#ignored, this.#end, end));
    this.#end = end;
  }

  /** Reads and forgets the rest. */
  finish(band: number): void {
    while (this.#end < this.#source.height) this.read(this.#end + band, this.#end - 1);
    this.#source.end();
  }

  #addressOf(row: number): number {
    return this.#start + (row - this.#first) * this.#pitch;
  }
}
