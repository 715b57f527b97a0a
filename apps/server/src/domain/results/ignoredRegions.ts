import type { IgnoredBox, IgnoredRegion } from '@svc/schema';

/** Boxes that a comparison ignores, of each of its images (R49). */
export interface IgnoredRegions {
  base: readonly IgnoredBox[];
  head: readonly IgnoredBox[];
}

interface Masked {
  ignored: IgnoredRegions;
  areas: readonly IgnoredBox[];
}

/** The same boxes in whole pixels of an image, each once: every pixel that a box touches. */
export function fitRegions(
  boxes: readonly IgnoredRegion[],
  image: { width: number; height: number },
): IgnoredRegion[] {
  const fitted = boxes.flatMap((box) => {
    if (box.width <= 0 || box.height <= 0) return [];
    const x = Math.max(0, Math.floor(box.x));
    const y = Math.max(0, Math.floor(box.y));
    const width = Math.min(image.width, Math.ceil(box.x + box.width)) - x;
    const height = Math.min(image.height, Math.ceil(box.y + box.height)) - y;
    return width > 0 && height > 0 ? [{ x, y, width, height }] : [];
  });
  return distinct(fitted);
}

/** The boxes of both images, each once, in an order that does not depend on theirs. */
export const uniteRegions = ({ base, head }: IgnoredRegions): IgnoredBox[] => distinct([...base, ...head]);

/** What a comparison leaves out: the boxes that each snapshot says, and on both images those of ignore areas (R49, R56). */
export const maskOf = ({ ignored: { base, head }, areas }: Masked): IgnoredRegions => ({
  base: distinct([...base, ...areas]),
  head: distinct([...head, ...areas]),
});

/** Equal for the same boxes. */
export const regionsText = (boxes: readonly IgnoredRegion[]): string =>
  boxes.map(({ x, y, width, height }) => `${x},${y},${width},${height}`).join(' ');

const distinct = <One extends IgnoredRegion>(boxes: readonly One[]): One[] =>
  [...new Map(boxes.map((box) => [regionsText([box]), box])).values()].sort(
    (a, b) => a.y - b.y || a.x - b.x || a.height - b.height || a.width - b.width,
  );
