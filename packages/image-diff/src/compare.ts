import { compareRgba, type StoredImage } from './compareRgba.js';
import { decode } from './decode.js';
import { encodeMask } from './encodeMask.js';
import { closeEngine, type Engine, openEngine } from './engine.js';
import { type Explanation, explain } from './explain.js';
import { ImageError } from './imageError.js';
import { readPng } from './readPng.js';

export interface CompareOptions {
  /** Color distance from which a pixel counts, 0 (any) to 1 (none). Default 0.063. */
  threshold?: number;
  /** True, the default, leaves out pixels that are judged to be anti-aliasing. */
  antiAliasing?: boolean;
  /** Also finds out what changed: {@link Comparison.explanation}. Default false. */
  explain?: boolean;
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
  /** Null when equal, or not asked for. */
  explanation: Explanation | null;
}

/**
 * Compares two PNG files, aligned at their top left corners. Counts are those of pixelmatch 7.2.0
 * (https://github.com/mapbox/pixelmatch): distance in YIQ color space, the neighbor rule for anti-aliasing, and
 * semi-transparent pixels blended on a checkerboard.
 *
 * Files of equal bytes are equal; of them only the structure is looked at, not the image data.
 *
 * @throws {ImageError} IMAGE_INVALID or IMAGE_TOO_LARGE, for either file; IMAGE_TOO_LARGE also when one is so wide and
 * the other so high that both fit into no canvas of 256 megapixels
 * @throws {RangeError} for a threshold outside 0 to 1
 */
export async function compare(
  a: Uint8Array,
  b: Uint8Array,
  { threshold = 0.063, antiAliasing = true, explain: explained = false }: CompareOptions = {},
): Promise<Comparison> {
  if (!(threshold >= 0 && threshold <= 1)) {
    throw new RangeError(`threshold must be between 0 and 1, not ${threshold}`);
  }
  const engine = openEngine();
  const comparison = await compareIn(engine, a, b, { threshold, antiAliasing, explained });
  closeEngine(engine);
  return comparison;
}

/** Four times the largest image: a very wide and a very high one would need a canvas beyond any memory. */
const mostCanvasPixels = 256_000_000;

async function compareIn(
  engine: Engine,
  a: Uint8Array,
  b: Uint8Array,
  { explained, ...options }: { threshold: number; antiAliasing: boolean; explained: boolean },
): Promise<Comparison> {
  if (haveEqualBytes(a, b)) {
    const { header } = readPng(engine, a);
    return unchanged(header.width, header.height);
  }
  const images = [decode(engine, a), decode(engine, b)] as const;
  requireCanvas(...images);
  const difference = compareRgba(engine, ...images, options);
  const { diffPixels, width, height } = difference;
  if (diffPixels === 0) return unchanged(width, height);
  return {
    equal: false,
    diffPixels,
    diffPercentage: (diffPixels / (width * height)) * 100,
    width,
    height,
    mask: encodeMask(engine, difference),
    explanation: explained ? await explain(engine, images, difference, options) : null,
  };
}

function requireCanvas(a: StoredImage, b: StoredImage): void {
  if (Math.max(a.width, b.width) * Math.max(a.height, b.height) <= mostCanvasPixels) return;
  const [sizeA, sizeB] = [a, b].map(({ width, height }) => `${width} × ${height}`);
  throw new ImageError('IMAGE_TOO_LARGE', `images of ${sizeA} and ${sizeB} pixels are too unlike to compare`);
}

function haveEqualBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (a[i] !== b[i]) return false;
  }
  return true;
}

function unchanged(width: number, height: number): Comparison {
  return { equal: true, diffPixels: 0, diffPercentage: 0, width, height, mask: null, explanation: null };
}
