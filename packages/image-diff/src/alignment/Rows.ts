import type { Picture } from '../bands/Picture.js';
import type { Engine } from '../engine.js';
import type { Axis } from './Axis.js';
import { type Block, blocksOf, leastBlock } from './Block.js';
import type { Window } from './Window.js';

/** The rows of a window, or its columns: their hashes, and which belongs to which. */
export class Rows {
  readonly #engine: Engine;
  readonly #window: Window;
  readonly #addresses: { a: number; b: number; partnersA: number; partnersB: number };
  readonly #isPlain: Record<'a' | 'b', (row: number) => boolean>;

  constructor(engine: Engine, axis: Axis, a: Picture, b: Picture, window: Window) {
    const { top, rowsA, rowsB } = window;
    const addresses = {
      a: engine.take(rowsA * 8),
      b: engine.take(rowsB * 8),
      partnersA: engine.take(rowsA * 4),
      partnersB: engine.take(rowsB * 4),
    };
    const scratch = engine.take(engine.run.alignmentBytes(rowsA + rowsB));
    this.#isPlain = {
      a: axis.hash(engine, a, top, rowsA, addresses.a),
      b: axis.hash(engine, b, top, rowsB, addresses.b),
    };
    engine.run.beginAlignment(
      addresses.a,
      rowsA,
      addresses.b,
      rowsB,
      addresses.partnersA,
      addresses.partnersB,
      scratch,
    );
    engine.run.alignRows(rowsA, rowsB);
    this.#engine = engine;
    this.#window = window;
    this.#addresses = addresses;
  }

  /** For each row before, its row after, or −1. */
  get partnersA(): Int32Array {
    return new Int32Array(this.#engine.run.memory.buffer, this.#addresses.partnersA, this.#window.rowsA);
  }

  get partnersB(): Int32Array {
    return new Int32Array(this.#engine.run.memory.buffer, this.#addresses.partnersB, this.#window.rowsB);
  }

  get hashesA(): BigUint64Array {
    return new BigUint64Array(this.#engine.run.memory.buffer, this.#addresses.a, this.#window.rowsA);
  }

  get hashesB(): BigUint64Array {
    return new BigUint64Array(this.#engine.run.memory.buffer, this.#addresses.b, this.#window.rowsB);
  }

  /** Whether a row before or after is all of one color. */
  isPlain(image: 'a' | 'b', row: number): boolean {
    return this.#isPlain[image](row);
  }

  pair({ before, after, height }: Block): void {
    const [partnersA, partnersB] = [this.partnersA, this.partnersB];
    for (let i = 0; i < height; i++) {
      partnersA[before + i] = after + i;
      partnersB[after + i] = before + i;
    }
  }

  /** Parts rows again. */
  part({ before, after, height }: Block): void {
    this.partnersA.fill(-1, before, before + height);
    this.partnersB.fill(-1, after, after + height);
  }

  #settled = new Int32Array();

  /** Pairs rows that are left, each unique among them, regardless of their order. */
  pairLeftOver(): void {
    this.#settled = this.partnersA.slice();
    this.#engine.run.pairLeftOver(this.#window.rowsA, this.#window.rowsB);
  }

  /** The blocks of rows that {@link pairLeftOver} paired, with equal rows around them, if they are high enough. */
  findMoved(): Block[] {
    const paired = this.partnersA.map((partner, row) => (this.#settled[row] === partner ? -1 : partner));
    const found: Block[] = [];
    let last: Block | undefined;
    for (const block of blocksOf(paired)) {
      if (last && block.before < last.before + last.height) continue;
      const whole = this.#extend(block);
      if (whole.height < leastBlock) {
        this.part(block);
        continue;
      }
      this.pair(whole);
      found.push(whole);
      last = whole;
    }
    return found;
  }

  #extend({ before, after, height }: Block): Block {
    const { hashesA, hashesB, partnersA, partnersB } = this;
    const belongs = (rowA: number, rowB: number) =>
      hashesA[rowA] !== undefined &&
      hashesA[rowA] === hashesB[rowB] &&
      (partnersA[rowA] === rowB || (partnersA[rowA] === -1 && partnersB[rowB] === -1));
    let [up, down] = [0, height];
    while (belongs(before - up - 1, after - up - 1)) up++;
    while (belongs(before + down, after + down)) down++;
    return { before: before - up, after: after - up, height: up + down };
  }
}
