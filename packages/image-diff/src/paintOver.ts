import type { Difference, StoredImage } from './compareRgba.js';
import type { Engine } from './engine.js';
import { coverOf } from './ignoredAreas.js';
import type { Box } from './thumbnail.js';

/** Opaque grey, the same in any byte order but for alpha. */
const paint = 0xff_80_80_80;

/** Anti-aliasing is decided by what is up to this many pixels away. */
const reach = 2;

/**
 * Paints boxes of an image in one color.
 * @param boxes of whole pixels; what lies beyond the image is left out
 * @returns brings the image back
 */
export function paintOver(engine: Engine, image: StoredImage, boxes: readonly Box[]): () => void {
  const rows = boxes.flatMap((box) => rowsIn(image, box));
  const was = rows.map(({ start, length }) => pixelsAt(engine, start, length).slice());
  for (const { start, length } of rows) pixelsAt(engine, start, length).fill(paint);
  return () => {
    for (const [i, { start, length }] of rows.entries()) {
      pixelsAt(engine, start, length).set(was[i] ?? []);
    }
  };
}

const pixelsAt = (engine: Engine, start: number, length: number) =>
  new Uint32Array(engine.run.memory.buffer, start, length);

/** Addresses of a box's rows of pixels. */
function rowsIn(image: StoredImage, { x, y, width, height }: Box): { start: number; length: number }[] {
  const length = Math.min(x + width, image.width) - x;
  const count = Math.min(y + height, image.height) - y;
  if (length <= 0 || count <= 0) return [];
  return Array.from({ length: count }, (_, row) => ({
    start: image.pixels + ((y + row) * image.width + x) * 4,
    length,
  }));
}

/** Marks boxes and the pixels beside them that could be taken for anti-aliasing because of what is in the boxes. */
export function markNear(
  engine: Engine,
  boxes: readonly Box[],
  canvas: { width: number; height: number },
): number {
  const pitch = 1 + Math.ceil(canvas.width / 8);
  const marks = engine.takeZeroed(pitch * canvas.height);
  for (const { x, y, width, height } of coverOf(boxes, canvas, reach)) {
    for (let row = y; row < y + height; row++) {
      engine.run.markRun(marks + 1 + row * pitch, x, width);
    }
  }
  return marks;
}

/**
 * Clears the marks of boxes, which lie within the canvas of the marks.
 * @returns how many there were
 */
export function clearMarks(
  engine: Engine,
  { mask, maskPitch }: Pick<Difference, 'mask' | 'maskPitch'>,
  boxes: readonly Box[],
): number {
  const { bytes } = engine;
  let cleared = 0;
  for (const { x, y, width, height } of boxes) {
    for (let row = y; row < y + height; row++) {
      const marks = mask + 1 + row * maskPitch;
      for (let at = x; at < x + width; ) {
        const byte = marks + (at >> 3);
        const end = Math.min(x + width, (at | 7) + 1);
        // The leftmost pixel is the highest bit.
        const here = (0xff >> (at & 7)) & (0xff << (8 - (((end - 1) & 7) + 1)));
        const before = bytes[byte] ?? 0;
        if (before & here) {
          cleared += countBits(before & here);
          bytes[byte] = before & ~here;
        }
        at = end;
      }
    }
  }
  return cleared;
}

function countBits(byte: number): number {
  let count = 0;
  for (let bits = byte; bits; bits &= bits - 1) count++;
  return count;
}
