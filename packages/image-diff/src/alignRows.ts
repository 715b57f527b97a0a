import type { Difference, StoredImage } from './compareRgba.js';
import type { Engine } from './engine.js';
import type { Stretch } from './fingerprint.js';

/** A band of rows of the whole width that came, went, or changed its place among the others. */
export interface RowChange {
  kind: 'inserted' | 'removed' | 'moved';
  /** First row in the image after; for removed rows, where they would be. */
  y: number;
  /** First row in the image before; for inserted rows, where they would be. */
  baseY: number;
  /** Rows. */
  height: number;
}

export interface Alignment {
  /** Rows that are to be compared with each other, from top to bottom of the image after. */
  compared: Stretch[];
  /** From top to bottom. Moved rows are compared, too. */
  bands: RowChange[];
  /** Rows that are equal, by their hashes. */
  equalRows: number;
}

/** Images with more rows are not aligned. */
const mostRows = 32_768;
/** Fewer equal rows that lie elsewhere are taken for chance. */
const leastBlock = 4;
/** Equal rows around those that may have shifted, which are looked at as well. */
const margin = 64;

/** Rows that follow each other in both images. */
interface Block {
  before: number;
  after: number;
  height: number;
}

/**
 * Finds which rows of an image are which of another of the same width, by hashes of whole rows: those that kept their
 * order, then those that moved past others. Rows between that have no equal are compared one by one, and where there
 * are more of them in one image, the rest was inserted or removed.
 *
 * @param countChanged counts the changed pixels of rows that are laid beside each other
 * @returns null where rows cannot have shifted, or are too many
 */
export function alignRows(
  engine: Engine,
  [a, b]: readonly [StoredImage, StoredImage],
  difference: Difference,
  countChanged: (rows: Block) => number,
): Alignment | null {
  if (a.width !== b.width || Math.max(a.height, b.height) > mostRows) return null;
  const window = windowOf(engine, a, b, difference);
  const { taken } = engine;
  const rows = new Rows(engine, a, b, window);
  const count = (block: Block) => countChanged(shiftBy(block, window.top));
  const plausible = keepPlausible(rows, blocksOf(rows.partnersA), window);
  const inOrder = slide(rows, bridge(rows, plausible, count, window));
  rows.pairLeftOver();
  const moved = rows.findMoved();
  const { compared, bands } = layOut(rows, inOrder, moved, (one, other) => count(one) < count(other));
  const explained = explainEmpty(rows, { compared, bands }, Math.min(a.height, b.height) / 2);
  engine.release(taken);
  const outside: Block[] = [
    { before: 0, after: 0, height: window.top },
    {
      before: window.top + window.rowsA,
      after: window.top + window.rowsB,
      height: a.height - window.top - window.rowsA,
    },
  ];
  return {
    compared: join([...outside, ...explained.compared.map((block) => shiftBy(block, window.top))]).map(
      ({ before, after, height }) => ({ y: after, before, after, height, masked: true }),
    ),
    bands: explained.bands
      .map((band) => ({ ...band, y: band.y + window.top, baseY: band.baseY + window.top }))
      .toSorted((one, other) => one.y - other.y || one.baseY - other.baseY),
    equalRows: [...outside, ...inOrder, ...moved].reduce((sum, { height }) => sum + height, 0),
  };
}

interface Window {
  /** Rows above, which have no changed pixel where they are. */
  top: number;
  /** Rows of either image that are to be aligned. */
  rowsA: number;
  rowsB: number;
}

/** Where rows can have shifted: not far above the first changed pixel, nor far below the last. */
function windowOf(engine: Engine, a: StoredImage, b: StoredImage, difference: Difference): Window {
  const rowBytes = a.width * 4;
  const { mask, maskPitch, height } = difference;
  const size = maskPitch * height;
  const top = Math.max(0, Math.floor(engine.run.firstMark(mask, size) / maskPitch) - margin);
  if (a.height === b.height) {
    const bottom = Math.floor(engine.run.lastMark(mask, size) / maskPitch) + 1 + margin;
    const rows = Math.min(bottom, a.height) - top;
    return { top, rowsA: rows, rowsB: rows };
  }
  const most = Math.min(a.height, b.height) - top;
  const end = ({ pixels, height: rows }: StoredImage) => pixels + rows * rowBytes;
  const below = Math.max(0, engine.run.countEqualBelow(end(a), end(b), rowBytes, most) - margin);
  return { top, rowsA: a.height - below - top, rowsB: b.height - below - top };
}

/** The rows of a window: their hashes, and which belongs to which. */
class Rows {
  readonly #engine: Engine;
  readonly #window: Window;
  readonly #addresses: { a: number; b: number; partnersA: number; partnersB: number };

  /** Pixels of the first rows, and bytes of a row. */
  readonly #pixels: { a: number; b: number; rowBytes: number };

  constructor(engine: Engine, a: StoredImage, b: StoredImage, window: Window) {
    const { top, rowsA, rowsB } = window;
    const rowBytes = a.width * 4;
    const pixels = { a: a.pixels + top * rowBytes, b: b.pixels + top * rowBytes, rowBytes };
    const addresses = {
      a: engine.take(rowsA * 8),
      b: engine.take(rowsB * 8),
      partnersA: engine.take(rowsA * 4),
      partnersB: engine.take(rowsB * 4),
    };
    const scratch = engine.take(engine.run.alignmentBytes(rowsA + rowsB));
    engine.run.hashRows(pixels.a, rowBytes, rowsA, addresses.a);
    engine.run.hashRows(pixels.b, rowBytes, rowsB, addresses.b);
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
    this.#pixels = pixels;
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
    const { rowBytes } = this.#pixels;
    return this.#engine.run.isPlainRow(this.#pixels[image] + row * rowBytes, rowBytes) !== 0;
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

function blocksOf(partners: Int32Array): Block[] {
  const blocks: Block[] = [];
  let block: Block | undefined;
  for (const [before, after] of partners.entries()) {
    if (after < 0) {
      block = undefined;
    } else if (block && block.after + block.height === after) {
      block.height++;
    } else {
      block = { before, after, height: 1 };
      blocks.push(block);
    }
  }
  return blocks;
}

const shiftOf = ({ before, after }: Block) => after - before;

/** Parts blocks that are small and lie otherwise than what is above and below them. */
function keepPlausible(rows: Rows, blocks: readonly Block[], { rowsA, rowsB }: Window): Block[] {
  const kept: Block[] = [];
  for (const [i, block] of blocks.entries()) {
    const [above, next] = [kept.at(-1), blocks[i + 1]];
    const around = [above ? shiftOf(above) : 0, next ? shiftOf(next) : rowsB - rowsA];
    if (block.height >= leastBlock || around.includes(shiftOf(block))) kept.push(block);
    else rows.part(block);
  }
  return kept;
}

/**
 * Joins blocks that are shifted alike where no pixel between them counts as changed: a browser draws shades a little
 * otherwise at another place, which makes rows unequal, or equal to ones that they are not, but is no band.
 */
function bridge(
  rows: Rows,
  blocks: readonly Block[],
  countChanged: (block: Block) => number,
  { rowsA, rowsB }: Window,
): Block[] {
  const ends = [{ before: 0, after: 0, height: 0 }, ...blocks, { before: rowsA, after: rowsB, height: 0 }];
  const nextAlike = findNextAlike(ends);
  // Rows may be looked at several times, but not as often as someone could make it.
  let budget = 4 * (rowsA + rowsB);
  const bridged: Block[] = [];
  for (let i = 0; i < ends.length; i++) {
    const block = { ...(ends[i] as Block) };
    for (let j = nextAlike[i]; j !== undefined; j = nextAlike[i]) {
      const next = ends[j] as Block;
      const gap = {
        before: block.before + block.height,
        after: block.after + block.height,
        height: next.before - block.before - block.height,
      };
      budget -= gap.height;
      if (budget < 0 || countChanged(gap) > 0) break;
      for (const between of ends.slice(i + 1, j)) rows.part(between);
      rows.pair(gap);
      block.height += gap.height + next.height;
      i = j;
    }
    if (block.height > 0) bridged.push(block);
  }
  return bridged;
}

/** For each block the next one that is shifted alike. */
function findNextAlike(blocks: readonly Block[]): (number | undefined)[] {
  const last = new Map<number, number>();
  return blocks
    .map((block, index) => ({ shift: shiftOf(block), index }))
    .reverse()
    .map(({ shift, index }) => {
      const next = last.get(shift);
      last.set(shift, index);
      return next;
    })
    .reverse();
}

/**
 * Where rows that came or went are like those around them, as the margins of equal cards are, they could as well lie
 * higher or lower. Puts their edges into the middle of the highest empty space that they can reach.
 */
function slide(rows: Rows, blocks: readonly Block[]): Block[] {
  const slid = blocks.map((block) => ({ ...block }));
  for (const [i, above] of slid.entries()) {
    const below = slid[i + 1];
    if (!below) break;
    const gapA = below.before - above.before - above.height;
    const gapB = below.after - above.after - above.height;
    if ((gapA === 0) === (gapB === 0)) continue;
    const distance = distanceToEmpty(rows, above, below, gapA > 0 ? 'a' : 'b');
    if (distance === 0) continue;
    rows.part(above);
    rows.part(below);
    above.height += distance;
    below.before += distance;
    below.after += distance;
    below.height -= distance;
    rows.pair(above);
    rows.pair(below);
  }
  return slid;
}

/** Rows by which the gap between two blocks is to move down, or up if negative. */
function distanceToEmpty(rows: Rows, above: Block, below: Block, image: 'a' | 'b'): number {
  const hashes = image === 'a' ? rows.hashesA : rows.hashesB;
  const side = image === 'a' ? 'before' : 'after';
  const start = above[side] + above.height;
  const end = below[side];
  if (hashes.subarray(start, end).every((hash) => hash === hashes[start])) return 0;
  let [up, down] = [0, 0];
  while (up < above.height - 1 && hashes[start - up - 1] === hashes[end - up - 1]) up++;
  while (down < below.height - 1 && hashes[start + down] === hashes[end + down]) down++;
  let [best, run] = [
    { from: 0, length: 0 },
    { from: -up, length: 0 },
  ];
  for (let distance = -up; distance <= down; distance++) {
    const isEmpty = [start - 1, start].every((row) => rows.isPlain(image, row + distance));
    run = isEmpty ? { ...run, length: run.length + 1 } : { from: distance + 1, length: 0 };
    if (run.length > best.length) best = run;
  }
  return best.length === 0 ? 0 : best.from + (best.length >> 1);
}

interface Layout {
  compared: Block[];
  bands: RowChange[];
}

/** Puts rows that have no equal beside each other. */
function layOut(
  rows: Rows,
  inOrder: readonly Block[],
  moved: readonly Block[],
  isFewer: (one: Block, other: Block) => boolean,
): Layout {
  const [partnersA, partnersB] = [rows.partnersA.slice(), rows.partnersB.slice()];
  const compared = [...inOrder, ...moved];
  const bands = moved.map(movedBand);
  let [before, after] = [0, 0];
  for (const block of [...inOrder, { before: partnersA.length, after: partnersB.length, height: 0 }]) {
    const gap = {
      before: runsWithoutPartner(partnersA, before, block.before),
      after: runsWithoutPartner(partnersB, after, block.after),
    };
    for (let i = 0; i < Math.max(gap.before.length, gap.after.length); i++) {
      const old = gap.before[i] ?? { start: before, height: 0 };
      const young = gap.after[i] ?? { start: after, height: 0 };
      const height = Math.min(old.height, young.height);
      const more = Math.max(old.height, young.height) - height;
      const atTop = { before: old.start, after: young.start, height };
      const atBottom = {
        before: old.start + old.height - height,
        after: young.start + young.height - height,
        height,
      };
      const isLower = more > 0 && height > 0 && isFewer(atBottom, atTop);
      if (height > 0) compared.push(isLower ? atBottom : atTop);
      const place = isLower ? 0 : height;
      const [y, baseY] = [young.start + place, old.start + place];
      const kind = young.height > old.height ? 'inserted' : 'removed';
      if (more > 0) bands.push({ kind, y, baseY, height: more });
      [before, after] = [old.start + old.height, young.start + young.height];
    }
    [before, after] = [block.before + block.height, block.after + block.height];
  }
  return { compared: join(compared), bands };
}

function runsWithoutPartner(partners: Int32Array, from: number, to: number) {
  const runs: { start: number; height: number }[] = [];
  let run: { start: number; height: number } | undefined;
  for (let row = from; row < to; row++) {
    if (partners[row] !== -1) {
      run = undefined;
    } else if (run) {
      run.height++;
    } else {
      run = { start: row, height: 1 };
      runs.push(run);
    }
  }
  return runs;
}

/**
 * Explains rows that are all alike, as empty space is, where as many came as went. On the two sides of a block, it is
 * the block that moved, if it is the smaller part of the image. Beside a block that moved, they moved with it.
 */
function explainEmpty(rows: Rows, { compared, bands }: Layout, mostHeight: number): Layout {
  const layout = { compared: [...compared], bands: [...bands] };
  const { hashesA, hashesB } = rows;
  for (const inserted of bands.filter(({ kind }) => kind === 'inserted')) {
    const { height } = inserted;
    const color = hashesB[inserted.y];
    const isAlike = (hashes: BigUint64Array, start: number) =>
      hashes.subarray(start, start + height).every((hash) => hash === color);
    if (!isAlike(hashesB, inserted.y)) continue;
    for (const removed of layout.bands.filter((band) => band.kind === 'removed' && band.height === height)) {
      if (!isAlike(hashesA, removed.baseY)) continue;
      const beside = layout.bands.find((band) => band.kind === 'moved' && touches(band, inserted, removed));
      const block = compared.find((one) => one.height <= mostHeight && liesBetween(one, inserted, removed));
      if (!beside && !block) continue;
      const gone: (RowChange | undefined)[] = [inserted, removed, beside];
      layout.compared.push({ before: removed.baseY, after: inserted.y, height });
      layout.bands = layout.bands.filter((band) => !gone.includes(band));
      if (beside) layout.bands.push(widen(beside, inserted, removed));
      else if (block) layout.bands.push(movedBand(block));
      break;
    }
  }
  return layout;
}

function movedBand({ before, after, height }: Block): RowChange {
  return { kind: 'moved', y: after, baseY: before, height };
}

function widen(band: RowChange, inserted: RowChange, removed: RowChange): RowChange {
  return {
    kind: 'moved',
    y: Math.min(band.y, inserted.y),
    baseY: Math.min(band.baseY, removed.baseY),
    height: band.height + inserted.height,
  };
}

/** Whether rows came on one side of a block and went on the other, and nothing else shifted it. */
function liesBetween({ before, after, height }: Block, inserted: RowChange, removed: RowChange): boolean {
  const [endBefore, endAfter] = [before + height, after + height];
  if (after - before === inserted.height) {
    return inserted.y + inserted.height === after && endBefore === removed.baseY && removed.y === endAfter;
  }
  if (before - after === inserted.height) {
    return removed.baseY + removed.height === before && removed.y === after && endAfter === inserted.y;
  }
  return false;
}

/** Whether rows came directly beside the new place of a band, and went directly beside the old. */
function touches({ y, baseY, height }: RowChange, inserted: RowChange, removed: RowChange): boolean {
  const atNew = inserted.y + inserted.height === y || y + height === inserted.y;
  return atNew && (removed.baseY + removed.height === baseY || baseY + height === removed.baseY);
}

/** In the order of the image after; blocks that follow each other in both images become one. */
function join(blocks: readonly Block[]): Block[] {
  const joined: Block[] = [];
  for (const block of blocks.toSorted((one, other) => one.after - other.after)) {
    if (block.height === 0) continue;
    const last = joined.at(-1);
    if (last && last.before + last.height === block.before && last.after + last.height === block.after) {
      last.height += block.height;
    } else {
      joined.push({ ...block });
    }
  }
  return joined;
}

function shiftBy({ before, after, height }: Block, rows: number): Block {
  return { before: before + rows, after: after + rows, height };
}
