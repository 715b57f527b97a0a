import { Buffer } from 'node:buffer';
import pixelmatch from 'pixelmatch';
import { decode, type Pixels } from './decode.js';
import { encodeMask } from './encodeMask.js';
import { vetPng } from './vetPng.js';

export interface CompareOptions {
  /** Colour distance from which a pixel counts, 0 (any) to 1 (none). Default 0.063. */
  threshold?: number;
  /** True, the default, leaves out pixels that are judged to be anti-aliasing. */
  antiAliasing?: boolean;
}

export interface Comparison {
  /** No pixel counts as changed. */
  equal: boolean;
  /** Counted pixels. Where the sizes differ, each pixel that only one image covers counts. */
  diffPixels: number;
  /** Counted pixels per hundred pixels of the canvas, 0 to 100. */
  diffPercentage: number;
  /** Pixels of the canvas, which is as wide as the wider and as high as the higher image. */
  width: number;
  height: number;
  /** PNG of the canvas: changed pixels opaque magenta-red, everything else transparent. Null when equal. */
  mask: Uint8Array | null;
}

/**
 * Compares two PNG files, aligned at their top left corners. Counts are those of pixelmatch 7.2.0
 * (https://github.com/mapbox/pixelmatch): distance in YIQ colour space, the neighbour rule for anti-aliasing, and
 * semi-transparent pixels blended on a checkerboard.
 *
 * @throws {ImageError} IMAGE_INVALID or IMAGE_TOO_LARGE, for either file
 * @throws {RangeError} for a threshold outside 0 to 1
 */
export async function compare(
  a: Uint8Array,
  b: Uint8Array,
  { threshold = 0.063, antiAliasing = true }: CompareOptions = {},
): Promise<Comparison> {
  if (!(threshold >= 0 && threshold <= 1)) {
    throw new RangeError(`threshold must be between 0 and 1, not ${threshold}`);
  }
  const first = vetPng(a);
  if (Buffer.compare(a, b) === 0) return unchanged(first.width, first.height);
  const second = vetPng(b);
  return comparePixels(await decode(first), await decode(second), { threshold, antiAliasing });
}

function comparePixels(a: Pixels, b: Pixels, options: Required<CompareOptions>): Comparison {
  const width = Math.max(a.width, b.width);
  const height = Math.max(a.height, b.height);
  const overlap = { width: Math.min(a.width, b.width), height: Math.min(a.height, b.height) };
  const marks = new Uint8Array(overlap.width * overlap.height * 4);
  const inOverlap = pixelmatch(crop(a, overlap), crop(b, overlap), marks, overlap.width, overlap.height, {
    threshold: options.threshold,
    includeAA: !options.antiAliasing,
    diffMask: true,
  });
  const uncovered = a.width * a.height + b.width * b.height - 2 * overlap.width * overlap.height;
  const diffPixels = inOverlap + uncovered;
  if (diffPixels === 0) return unchanged(width, height);

  const changed = new Uint8Array(width * height);
  for (const image of [a, b]) {
    for (let y = 0; y < image.height; y++) {
      const from = y < overlap.height ? overlap.width : 0;
      changed.fill(1, y * width + from, y * width + image.width);
    }
  }
  for (let y = 0; y < overlap.height; y++) {
    for (let x = 0; x < overlap.width; x++) {
      if (marks[(y * overlap.width + x) * 4 + 3] === 255) changed[y * width + x] = 1;
    }
  }
  return {
    equal: false,
    diffPixels,
    diffPercentage: (diffPixels / (width * height)) * 100,
    width,
    height,
    mask: encodeMask({ width, height, changed }),
  };
}

function unchanged(width: number, height: number): Comparison {
  return { equal: true, diffPixels: 0, diffPercentage: 0, width, height, mask: null };
}

/** The top left part of an image, in memory of its own unless it is the whole. */
function crop({ rgba, width, height }: Pixels, to: { width: number; height: number }): Uint8Array {
  if (to.width === width && to.height === height) return rgba;
  const part = new Uint8Array(to.width * to.height * 4);
  for (let y = 0; y < to.height; y++) {
    part.set(rgba.subarray(y * width * 4, (y * width + to.width) * 4), y * to.width * 4);
  }
  return part;
}
