import type { Box } from '../thumbnail.js';

/** The parts of boxes from one row to before another. */
export function within(boxes: readonly Box[], from: number, to: number): Box[] {
  return boxes.flatMap((box) => {
    const y = Math.max(box.y, from);
    const height = Math.min(box.y + box.height, to) - y;
    return height > 0 ? [{ ...box, y, height }] : [];
  });
}
