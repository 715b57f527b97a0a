import type { Engine } from './engine.js';

/** A box of pixels that holds changed ones. */
export interface Region {
  /** Left edge, in pixels of the canvas. */
  x: number;
  /** Upper edge, in pixels of the canvas. */
  y: number;
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  /** Counted pixels in it. */
  diffPixels: number;
}

/** A mask in the engine's memory, as {@link Difference} describes it. */
export interface Mask {
  width: number;
  height: number;
  mask: number;
  maskPitch: number;
}

/** Changed pixels at most this far apart, in both directions, belong together. */
const near = 16;

const boxBytes = 24;
/** Boxes of which the engine keeps track while it looks for those that touch. */
const mostProvisional = 16_384;
/** Boxes from which merging starts: its time grows with their square. */
const mostSeparate = 1024;

/**
 * Boxes of the marked pixels, top to bottom, then left to right. No two are within {@link near} pixels of each other;
 * where more than `limit` would be left, or the marks are strewn like noise, that distance is doubled until they are
 * few enough. So the boxes do not depend on any order, and move with the marks.
 */
export function findRegions(
  engine: Engine,
  { width, height, mask, maskPitch }: Mask,
  limit: number,
): Region[] {
  const { taken } = engine;
  const rowBytes = maskPitch - 1;
  const labels = engine.take(2 * 4 * (rowBytes + 2));
  const boxes = engine.take(mostProvisional * boxBytes);
  let distance = near;
  let count = -1;
  for (; count < 0 || count > mostSeparate; distance *= 2) {
    count = engine.run.findBoxes(
      mask + 1,
      maskPitch,
      rowBytes,
      height,
      distance / 2,
      labels,
      boxes,
      mostProvisional,
    );
  }
  for (distance /= 2; ; distance *= 2) {
    count = engine.run.mergeBoxes(boxes, count, distance);
    if (count <= limit) break;
  }
  const found = readBoxes(engine, boxes, count);
  engine.release(taken);
  return found
    .map((box) => ({ ...box, width: Math.min(box.width, width - box.x) }))
    .toSorted((a, b) => a.y - b.y || a.x - b.x);
}

function readBoxes(engine: Engine, boxes: number, count: number): Region[] {
  const numbers = new DataView(engine.run.memory.buffer, boxes, count * boxBytes);
  return Array.from({ length: count }, (_, i) => {
    const [x = 0, y = 0, right = 0, bottom = 0, diffPixels = 0] = [4, 8, 12, 16, 20].map((offset) =>
      numbers.getInt32(i * boxBytes + offset, true),
    );
    return { x, y, width: right - x, height: bottom - y, diffPixels };
  });
}
