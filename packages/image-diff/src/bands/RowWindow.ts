import { headroom } from '../decode.js';
import type { Engine } from '../engine.js';
import { paintOver } from '../paintOver.js';
import type { Box } from '../thumbnail.js';
import type { Picture, RowFacts } from './Picture.js';
import type { RowSource } from './RowSource.js';
import { within } from './within.js';

/** Rows that are decoded at a time, if there is room. */
const step = 16;

/** An image of which some rows that follow each other are in memory; others are decoded again where they are asked for. */
export class RowWindow implements Picture {
  readonly width: number;
  readonly height: number;
  readonly most: number;
  readonly facts: RowFacts | null;
  readonly #engine: Engine;
  readonly #source: RowSource;
  readonly #ignored: readonly Box[];
  readonly #pitch: number;
  readonly #start: number;
  /** Rows that are in memory: from the first to before the end, which the source reads next. */
  #first = 0;
  #end = 0;

  /**
   * @param source of which no row is read otherwise from now on
   * @param most rows that are in memory at a time
   * @param ignored boxes that are painted over, and do not overlap
   */
  constructor(
    engine: Engine,
    source: RowSource,
    most: number,
    ignored: readonly Box[],
    facts: RowFacts | null,
  ) {
    this.width = source.width;
    this.height = source.height;
    this.most = Math.min(most, source.height);
    this.facts = facts;
    this.#engine = engine;
    this.#source = source;
    this.#ignored = ignored;
    this.#pitch = source.width * 4;
    this.#start = engine.take(headroom + this.most * this.#pitch) + headroom;
    this.#end = -1;
  }

  at(row: number, rows: number): number {
    const end = row + rows;
    if (rows > this.most || row < 0 || end > this.height) {
      throw new Error(`rows ${row} to ${end} of ${this.height} cannot be in memory: ${this.most} can`);
    }
    if (row < this.#first || row > this.#end) this.#go(row);
    while (this.#end < end) this.#readMore(row, end);
    return this.#addressOf(row);
  }

  #go(row: number): void {
    const next = this.#source.seek(row);
    // Where the source continues from here, what is in memory stays.
    if (next !== this.#end) this.#first = next;
    this.#end = next;
  }

  /** Reads some rows more, towards an end, and forgets those above another only where there is no room. */
  #readMore(keepFrom: number, end: number): void {
    const free = this.most - (this.#end - this.#first);
    const wanted = Math.min(Math.max(end, this.#end + step), this.height) - this.#end;
    if (free < wanted) this.#forget(keepFrom);
    const room = this.most - (this.#end - this.#first);
    const rows = Math.min(wanted, room);
    this.#source.read(this.#addressOf(this.#end), rows);
    const image = { width: this.width, height: this.height, pixels: this.#addressOf(0) };
    paintOver(this.#engine, image, within(this.#ignored, this.#end, this.#end + rows));
    this.#end += rows;
  }

  /** Forgets rows above one that is needed: half of all at the most, so that rows are not moved each time. */
  #forget(keepFrom: number): void {
    const half = this.#first + Math.ceil(this.most / 2);
    const first = Math.min(half, keepFrom, this.#end);
    this.#engine.bytes.copyWithin(this.#start, this.#addressOf(first), this.#addressOf(this.#end));
    this.#first = first;
  }

  #addressOf(row: number): number {
    return this.#start + (row - this.#first) * this.#pitch;
  }
}
