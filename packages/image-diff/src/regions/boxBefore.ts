import type { Stretch } from '../fingerprint.js';
import type { Box } from '../thumbnail.js';

/**
 * Where a box of the canvas is in the image before, as far as that image has it: around the parts of it that keep the order of
 * the largest one. Null where it has none.
 *
 * @param stretches what was compared with what
 */
export function boxBefore(
  box: Box,
  stretches: readonly Stretch[],
  image: { width: number; height: number },
): Box | null {
  const parts = stretches.flatMap((stretch) => partIn(box, stretch, image));
  const [largest] = parts.toSorted((one, other) => areaOf(other.after) - areaOf(one.after));
  if (!largest) return null;
  return around(
    parts.filter((part) => part === largest || isInOrder(part, largest)).map(({ before }) => before),
  );
}

interface Part {
  before: Box;
  after: Box;
}

function partIn(
  box: Box,
  { y, height, before, masked, columns }: Stretch,
  image: { width: number; height: number },
): Part[] {
  if (before === null || !masked) return [];
  const [down, right] = [before - y, columns?.shift ?? 0];
  const top = Math.max(box.y, y, -down);
  const bottom = Math.min(box.y + box.height, y + height, image.height - down);
  const left = Math.max(box.x, columns?.from ?? 0, -right);
  const end = Math.min(box.x + box.width, columns?.to ?? image.width, image.width - right);
  if (top >= bottom || left >= end) return [];
  const after = { x: left, y: top, width: end - left, height: bottom - top };
  return [{ before: { ...after, x: left + right, y: top + down }, after }];
}

/** Whether two parts, of which neither covers lines of the other, follow each other alike in both images. */
const isInOrder = (one: Part, other: Part): boolean =>
  (['x', 'y'] as const).every(
    (edge) =>
      Math.sign(one.before[edge] - other.before[edge]) === Math.sign(one.after[edge] - other.after[edge]),
  );

function around(boxes: readonly Box[]): Box {
  const x = Math.min(...boxes.map((box) => box.x));
  const y = Math.min(...boxes.map((box) => box.y));
  return {
    x,
    y,
    width: Math.max(...boxes.map((box) => box.x + box.width)) - x,
    height: Math.max(...boxes.map((box) => box.y + box.height)) - y,
  };
}

const areaOf = ({ width, height }: Box): number => width * height;
