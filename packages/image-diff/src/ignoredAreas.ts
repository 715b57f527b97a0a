import type { Box } from './thumbnail.js';

/** Boxes that are not compared, in pixels of each image. They may overlap, and reach beyond the image. */
export interface IgnoredAreas {
  /** Of the first image. */
  before: readonly Box[];
  /** Of the second image. */
  after: readonly Box[];
}

/**
 * The same pixels as boxes of whole pixels that do not overlap: each box with every pixel that it touches and a margin,
 * as far as the canvas goes.
 *
 * @throws {RangeError} for a number that is not finite
 */
export function coverOf(boxes: readonly Box[], canvas: { width: number; height: number }, margin = 0): Box[] {
  const edges = boxes.flatMap((box) => toEdges(box, canvas, margin));
  const rows = [...new Set(edges.flatMap(({ top, bottom }) => [top, bottom]))].sort((a, b) => a - b);
  const fromLeft = edges.sort((one, other) => one.left - other.left);
  return rows.slice(1).flatMap((bottom, i) => {
    const y = rows[i] ?? 0;
    const crossing = fromLeft.filter((box) => box.top <= y && box.bottom >= bottom);
    return joinRuns(crossing).map(({ left, right }) => ({
      x: left,
      y,
      width: right - left,
      height: bottom - y,
    }));
  });
}

interface Edges {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Empty for a box without pixels of the canvas. */
function toEdges(
  { x, y, width, height }: Box,
  canvas: { width: number; height: number },
  margin: number,
): Edges[] {
  for (const number of [x, y, width, height]) {
    if (!Number.isFinite(number)) throw new RangeError(`an ignored box needs finite numbers, not ${number}`);
  }
  if (width <= 0 || height <= 0) return [];
  const left = Math.max(0, Math.floor(x) - margin);
  const top = Math.max(0, Math.floor(y) - margin);
  const right = Math.min(canvas.width, Math.ceil(x + width) + margin);
  const bottom = Math.min(canvas.height, Math.ceil(y + height) + margin);
  return left < right && top < bottom ? [{ left, top, right, bottom }] : [];
}

/** The stretches that boxes cover, which come from left to right. */
function joinRuns(boxes: readonly Edges[]): { left: number; right: number }[] {
  const runs: { left: number; right: number }[] = [];
  for (const { left, right } of boxes) {
    const last = runs.at(-1);
    if (last && left <= last.right) last.right = Math.max(last.right, right);
    else runs.push({ left, right });
  }
  return runs;
}

/** How many pixels of a canvas boxes touch. */
export const coveredPixels = (boxes: readonly Box[], canvas: { width: number; height: number }): number =>
  areaOf(coverOf(boxes, canvas));

/** Pixels of boxes that do not overlap. */
export const areaOf = (boxes: readonly Box[]): number =>
  boxes.reduce((sum, { width, height }) => sum + width * height, 0);
