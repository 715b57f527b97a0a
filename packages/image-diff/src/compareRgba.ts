import type { Engine } from './engine.js';
import { beginSimilarity } from './similarity.js';

/** An RGBA8 image in the engine's memory. */
export interface StoredImage {
  width: number;
  height: number;
  /** Address of its pixels: red, green, blue, alpha, not premultiplied, row by row without gaps. */
  pixels: number;
}

/** An image, or a part of one that is wider. */
export interface ImagePart extends StoredImage {
  /** Bytes from row to row, if they are not those of `width` pixels. */
  pitch?: number;
}

/** What differs between two images, on the canvas that holds both. */
export interface Difference {
  /** Counted pixels, those included that only one image covers. */
  diffPixels: number;
  /** Pixels of the canvas. */
  width: number;
  height: number;
  /**
   * Address of the mask, one row after another: a zero byte, which is a PNG's filter type "none", then one bit a
   * pixel, the leftmost highest, set where the pixel counts.
   */
  mask: number;
  /** Bytes of the mask from row to row. */
  maskPitch: number;
  /** Structural similarity, where it was asked for. */
  similarity?: number;
}

/** Largest squared YIQ distance of two colors, as pixelmatch rounds it. */
const largestDistance = 35_215;

export interface CountOptions {
  /** Color distance from which a pixel counts, 0 to 1. */
  threshold: number;
  /** Whether pixels judged to be anti-aliasing do not count. */
  antiAliasing: boolean;
  /** Address of a mask like that of {@link Difference}: pixels that count even if they could be anti-aliasing. */
  certain?: number;
  /** Whether comparisons of whole images also measure {@link Difference.similarity}. */
  similarity?: boolean;
}

/** Compares two images, aligned at their top left corners. */
export function compareRgba(
  engine: Engine,
  a: StoredImage,
  b: StoredImage,
  options: CountOptions,
): Difference {
  const difference = beginDifference(engine, a, b);
  const { mask, maskPitch } = difference;
  difference.diffPixels = comparePart(engine, a, b, options, mask, maskPitch);
  countUncovered(engine, [a, b], difference);
  if (options.similarity) {
    const similarity = beginSimilarity(engine, a, b);
    similarity.addUpTo(Math.min(a.height, b.height), a, b);
    difference.similarity = similarity.end();
  }
  return difference;
}

type Size = Pick<StoredImage, 'width' | 'height'>;

/** A canvas without marks. */
export function beginDifference(engine: Engine, a: Size, b: Size): Difference {
  const width = Math.max(a.width, b.width);
  const height = Math.max(a.height, b.height);
  const maskPitch = 1 + Math.ceil(width / 8);
  return { diffPixels: 0, width, height, mask: engine.takeZeroed(maskPitch * height), maskPitch };
}

/** Counts and marks what only one image covers, once what both cover was compared. */
export function countUncovered(engine: Engine, [a, b]: readonly [Size, Size], difference: Difference): void {
  const common = { width: Math.min(a.width, b.width), height: Math.min(a.height, b.height) };
  for (const image of [a, b]) {
    for (let y = 0; y < image.height; y++) {
      const from = y < common.height ? common.width : 0;
      if (from >= image.width) continue;
      engine.run.markRun(difference.mask + 1 + y * difference.maskPitch, from, image.width - from);
    }
  }
  difference.diffPixels += a.width * a.height + b.width * b.height - 2 * common.width * common.height;
}

/**
 * Compares what two images both cover.
 *
 * @param mask address of marks as {@link Difference} describes them, all clear
 * @param rows those that are compared now, as comparePixels of assembly/comparePixels.ts takes them; else all
 * @returns how many pixels were counted and marked
 */
export function comparePart(
  engine: Engine,
  a: ImagePart,
  b: ImagePart,
  { threshold, antiAliasing, certain }: CountOptions,
  mask: number,
  maskPitch: number,
  rows: { from: number; to: number } = { from: 0, to: Math.min(a.height, b.height) },
): number {
  return engine.run.comparePixels(
    a.pixels,
    a.pitch ?? a.width * 4,
    b.pixels,
    b.pitch ?? b.width * 4,
    Math.min(a.width, b.width),
    Math.min(a.height, b.height),
    largestDistance * threshold * threshold,
    antiAliasing,
    mask + 1,
    maskPitch,
    certain === undefined ? 0 : certain + 1,
    rows.from,
    rows.to,
  );
}
