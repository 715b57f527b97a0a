import type { Box } from '../thumbnail.js';
import { type Lines, outside } from './Lines.js';

/** What the pixels of a region say about one image. */
export interface Side {
  /** The color of its changed pixels, if nearly all have it. */
  flat: number | null;
  /** The color of most of all its pixels, null if there is none. */
  ground: number | null;
  /** Runs of pixels of other colors than the ground's in rows, and all their pixels. */
  strokes: number;
  strokePixels: number;
  /** Share of the changed pixels that the image does not have. */
  missing: number;
  /** The color of most pixels directly around the region, if there is one. */
  surroundings: number | null;
}

export interface Measures {
  before: Side;
  after: Side;
  /** Share of the edges of either image that are edges of both; 0 where nearly all neighbors differ. */
  commonEdges: number;
  hasEdges: boolean;
  /** Mean difference in brightness of the changed pixels, 0 to 255. */
  contrast: number;
}

/** In noise, nearly all neighbors differ, so that edges are the same wherever they are. Share of neighbors. */
const mostEdges = 0.75;

/** Changed pixels of one color, of all, from which they are flat: some are anti-aliased. */
const flatShare = 0.97;

/**
 * Reads rows of a region, evenly spread where it has more pixels than `budget`, and tells what can be seen in them.
 * Time is linear in the budget.
 */
export function measureRegion(lines: Lines, region: Box, budget: number): Measures {
  const rows = readRows(lines, region, budget);
  const before = new SideReader();
  const after = new SideReader();
  let contrast = 0;
  const edges = { common: 0, all: 0, pairs: 0 };
  for (const { marks, lineA, lineB } of rows) {
    for (let i = 0; i < marks.length; i++) {
      const isChanged = marks[i] !== 0;
      before.vote(lineA[i] ?? 0, isChanged);
      after.vote(lineB[i] ?? 0, isChanged);
      if (isChanged) contrast += Math.abs(brightness(lineA[i] ?? 0) - brightness(lineB[i] ?? 0));
    }
  }
  for (const { marks, lineA, lineB, above } of rows) {
    before.startRow();
    after.startRow();
    for (let i = 0; i < marks.length; i++) {
      const isChanged = marks[i] !== 0;
      before.count(lineA[i] ?? 0, isChanged);
      after.count(lineB[i] ?? 0, isChanged);
      if (i > 0) countEdge(edges, lineA[i] !== lineA[i - 1], lineB[i] !== lineB[i - 1]);
      if (above) countEdge(edges, lineA[i] !== above.lineA[i], lineB[i] !== above.lineB[i]);
    }
  }
  return {
    before: {
      ...before.result(),
      surroundings: colorAround(region, lines.canvas, (...at) => lines.readBefore(...at)),
    },
    after: {
      ...after.result(),
      surroundings: colorAround(region, lines.canvas, (...at) => lines.readAfter(...at)),
    },
    hasEdges: edges.all > 0,
    commonEdges: edges.all > edges.pairs * mostEdges ? 0 : edges.common / Math.max(1, edges.all),
    contrast: contrast / Math.max(1, before.changed),
  };
}

/** Rows that are read of a region, however wide it is. */
const fewestRows = 4;

interface ReadRow {
  /** Which pixels changed: not 0. */
  marks: Uint8Array;
  lineA: Uint32Array;
  lineB: Uint32Array;
  /** The row above, if the region has one. */
  above: { lineA: Uint32Array; lineB: Uint32Array } | null;
}

function readRows(lines: Lines, { x, y, width, height }: Box, budget: number): ReadRow[] {
  const count = Math.min(height, Math.max(fewestRows, Math.floor(budget / width)));
  const read = (row: number) => {
    const [lineA, lineB] = [new Uint32Array(width), new Uint32Array(width)];
    lines.readBefore(x, row, lineA);
    lines.readAfter(x, row, lineB);
    return { lineA, lineB };
  };
  return Array.from({ length: count }, (_, i) => {
    const row = y + Math.floor((i * height) / count);
    const above = row > y ? read(row - 1) : null;
    const marks = new Uint8Array(width);
    lines.readMarks(x, row, marks);
    return { marks, ...read(row), above };
  });
}

function countEdge(edges: Edges, isBefore: boolean, isAfter: boolean): void {
  edges.pairs++;
  if (isBefore && isAfter) edges.common++;
  if (isBefore || isAfter) edges.all++;
}

interface Edges {
  common: number;
  all: number;
  /** Neighbors that were looked at. */
  pairs: number;
}

/** By the weights of ITU-R BT.601, on white; the pixel's bytes are red, green, blue, alpha. */
function brightness(pixel: number): number {
  const luma = ((pixel & 255) * 77 + ((pixel >> 8) & 255) * 150 + ((pixel >> 16) & 255) * 29) / 256;
  return 255 - ((255 - luma) * (pixel >>> 24)) / 255;
}

/** First finds colors that most pixels could have, then counts them. */
class SideReader {
  readonly #flat = new Majority();
  readonly #ground = new Majority();
  #pixels = 0;
  changed = 0;
  #flatPixels = 0;
  #missing = 0;
  #strokes = 0;
  #strokePixels = 0;
  #isInStroke = false;

  vote(pixel: number, isChanged: boolean): void {
    this.#ground.vote(pixel);
    this.#pixels++;
    if (!isChanged) return;
    this.#flat.vote(pixel);
    this.changed++;
  }

  startRow(): void {
    this.#isInStroke = false;
  }

  count(pixel: number, isChanged: boolean): void {
    if (isChanged && pixel === this.#flat.color) this.#flatPixels++;
    if (isChanged && pixel === outside) this.#missing++;
    const isStroke = pixel !== this.#ground.color;
    if (isStroke) this.#strokePixels++;
    if (isStroke && !this.#isInStroke) this.#strokes++;
    this.#isInStroke = isStroke;
  }

  result(): Omit<Side, 'surroundings'> {
    const hasGround = this.#strokePixels * 2 < this.#pixels;
    const isFlat = this.changed > 0 && this.#flatPixels >= this.changed * flatShare;
    return {
      flat: isFlat ? this.#flat.color : null,
      ground: hasGround ? this.#ground.color : null,
      strokes: this.#strokes,
      strokePixels: this.#strokePixels,
      missing: this.#missing / Math.max(1, this.changed),
    };
  }
}

/** R. S. Boyer, J S. Moore: MJRTY, a fast majority vote algorithm, 1991. */
class Majority {
  color = 0;
  #lead = 0;

  vote(color: number): void {
    if (this.#lead === 0) this.color = color;
    this.#lead += this.color === color ? 1 : -1;
  }
}

/** Pixels that are looked at on each side of a region. */
const samples = 32;

/** The color that most pixels directly around a box have. */
function colorAround(
  { x, y, width, height }: Box,
  canvas: { width: number; height: number },
  read: (x: number, y: number, out: Uint32Array) => void,
): number | null {
  const points = [
    ...spread(x, width).flatMap((at) => [
      [at, y - 1],
      [at, y + height],
    ]),
    ...spread(y, height).flatMap((at) => [
      [x - 1, at],
      [x + width, at],
    ]),
  ]
    .filter(([at = -1, row = -1]) => at >= 0 && row >= 0 && at < canvas.width && row < canvas.height)
    .sort(([, row = 0], [, other = 0]) => row - other);
  const pixel = new Uint32Array(1);
  const colors = points.map(([at = 0, row = 0]) => {
    read(at, row, pixel);
    return pixel[0] ?? outside;
  });
  const majority = new Majority();
  for (const color of colors) majority.vote(color);
  const count = colors.filter((color) => color === majority.color).length;
  return count * 2 > colors.length ? majority.color : null;
}

const spread = (start: number, length: number) =>
  Array.from({ length: Math.min(samples, length) }, (_, i) =>
    Math.floor(start + (i * length) / Math.min(samples, length)),
  );
