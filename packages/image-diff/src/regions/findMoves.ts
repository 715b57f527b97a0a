import { explainsEnough } from '../alignment/isPlausible.js';
import type { Region } from '../findRegions.js';
import type { Box } from '../thumbnail.js';
import type { BlockMove } from './BlockMove.js';
import type { Lines } from './Lines.js';

/** Smaller regions can be alike by chance. Pixels. */
const [leastSide, leastArea] = [4, 64];
/** Pixels of regions that are looked at. */
const budget = 2_000_000;

export interface Moves {
  moves: BlockMove[];
  /** The regions that they explain, at the old and the new places, and where the pixels of each were. */
  regions: Map<Region, Box>;
  /** Changed pixels beside those regions. */
  diffPixels: number;
}

/**
 * Finds regions whose pixels are those that another region of the same size had before. Where a block came, and where
 * it went from, there is one color instead, or another block that moved. Blocks of one color could be anything.
 *
 * @param lines of two images of the same size, nothing shifted
 * @param diffPixels of all regions
 * @returns no moves where they explain little
 */
export function findMoves(lines: Lines, regions: readonly Region[], diffPixels: number): Moves {
  const matches = findMatches(lines, regions);
  const moved = new Map([
    ...matches.map(({ from }) => [from.region, boxOf(from.region)] as const),
    ...matches.map(({ from, to }) => [to.region, boxOf(from.region)] as const),
  ]);
  const left = [...moved.keys()].reduce((sum, region) => sum - region.diffPixels, diffPixels);
  if (!explainsEnough(left, diffPixels)) return { moves: [], regions: new Map(), diffPixels };
  const moves = unite(lines, matches);
  return {
    moves: moves.toSorted((one, other) => one.to.y - other.to.y || one.to.x - other.to.x),
    regions: moved,
    diffPixels: left,
  };
}

function findMatches(lines: Lines, regions: readonly Region[]): Match[] {
  const looks = lookAt(lines, regions);
  const bySource = new Map<string, Look[]>();
  for (const look of looks.filter(({ before }) => !before.isPlain)) {
    const key = keyOf(look.region, look.before.hash);
    bySource.set(key, [...(bySource.get(key) ?? []), look]);
  }
  let matches = looks.flatMap((to): Match[] => {
    if (to.after.isPlain) return [];
    const sources = bySource.get(keyOf(to.region, to.after.hash)) ?? [];
    const index = sources.findIndex((from) => from !== to && areEqual(lines, from.region, to.region));
    const [from] = index < 0 ? [] : sources.splice(index, 1);
    return from ? [{ from, to }] : [];
  });
  for (let count = -1; count !== matches.length; ) {
    count = matches.length;
    const [left, taken] = [new Set(matches.map(({ from }) => from)), new Set(matches.map(({ to }) => to))];
    matches = matches.filter(
      ({ from, to }) => (to.before.isPlain || left.has(to)) && (from.after.isPlain || taken.has(from)),
    );
  }
  return matches;
}

interface Match {
  from: Look;
  to: Look;
}

interface Look {
  region: Region;
  before: Content;
  after: Content;
}

/** What a region holds: equal pixels have equal hashes. */
interface Content {
  hash: number;
  isPlain: boolean;
}

const keyOf = ({ width, height }: Box, hash: number) => `${width} ${height} ${hash}`;

/** Reads the regions that have others of their size. */
function lookAt(lines: Lines, regions: readonly Region[]): Look[] {
  const sizes = new Map<string, number>();
  for (const region of regions) sizes.set(keyOf(region, 0), (sizes.get(keyOf(region, 0)) ?? 0) + 1);
  let left = budget;
  return regions
    .filter(({ width, height }) => Math.min(width, height) >= leastSide && width * height >= leastArea)
    .filter((region) => (sizes.get(keyOf(region, 0)) ?? 0) > 1)
    .filter(({ width, height }) => {
      left -= width * height;
      return left >= 0;
    })
    .map((region) => ({
      region,
      before: read(region, (...at) => lines.readBefore(...at)),
      after: read(region, (...at) => lines.readAfter(...at)),
    }));
}

function read(
  { x, y, width, height }: Box,
  readLine: (x: number, y: number, out: Uint32Array) => void,
): Content {
  const line = new Uint32Array(width);
  let hash = 1;
  let isPlain = true;
  let first: number | undefined;
  for (let row = y; row < y + height; row++) {
    readLine(x, row, line);
    first ??= line[0];
    for (const pixel of line) {
      if (pixel !== first) isPlain = false;
      hash = Math.imul(hash ^ pixel, 0x9e37_79b1);
      hash ^= hash >>> 15;
    }
  }
  return { hash, isPlain };
}

/** Whether a box has the pixels now that another of its size had before. */
function areEqual(lines: Lines, from: Box, to: Box): boolean {
  const [before, after] = [new Uint32Array(to.width), new Uint32Array(to.width)];
  for (let row = 0; row < to.height; row++) {
    lines.readBefore(from.x, from.y + row, before);
    lines.readAfter(to.x, to.y + row, after);
    if (before.some((pixel, i) => pixel !== after[i])) return false;
  }
  return true;
}

/** Blocks that moved alike are one, with what is between them, if that moved as well. */
function unite(lines: Lines, matches: readonly Match[]): BlockMove[] {
  const byShift = new Map<string, Match[]>();
  for (const match of matches) {
    const shift = `${match.to.region.x - match.from.region.x} ${match.to.region.y - match.from.region.y}`;
    byShift.set(shift, [...(byShift.get(shift) ?? []), match]);
  }
  return [...byShift.values()].flatMap((alike): BlockMove[] => {
    const whole = { from: around(alike.map(({ from }) => from)), to: around(alike.map(({ to }) => to)) };
    const area = whole.to.width * whole.to.height;
    if (alike.length > 1 && area <= budget && areEqual(lines, whole.from, whole.to)) return [whole];
    return alike.map(({ from, to }) => ({ from: around([from]), to: around([to]) }));
  });
}

const boxOf = ({ x, y, width, height }: Region): Box => ({ x, y, width, height });

function around(looks: readonly Look[]): Box {
  const boxes = looks.map(({ region }) => region);
  const [x, y] = [Math.min(...boxes.map((box) => box.x)), Math.min(...boxes.map((box) => box.y))];
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}
