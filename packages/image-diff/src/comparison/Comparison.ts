import type { Difference } from '../compareRgba.js';
import type { Explanation } from '../explain.js';
import { areaOf } from '../ignoredAreas.js';
import type { Subthreshold } from '../subthreshold/Subthreshold.js';
import type { Box } from '../thumbnail.js';
import type { Size } from './canvas.js';

export interface Comparison {
  /** No pixel counts as changed. */
  equal: boolean;
  /** Counted pixels. Where the sizes differ, each pixel that only one image covers counts. */
  diffPixels: number;
  /** Counted pixels per hundred pixels of the canvas, 0 to 100. */
  diffPercentage: number;
  /** Pixels of the canvas in boxes that were not compared, changed or not. */
  ignoredPixels: number;
  /** What differs without counting, because the threshold takes it for the same. */
  subthreshold: Subthreshold;
  /**
   * Mean structural similarity (SSIM) of brightness in blocks of 8 × 8 pixels, from -1 to 1, which equal images have; what only one
   * image covers counts 0, and what was not compared 1. It decides nothing. Null when not asked for.
   */
  similarity: number | null;
  /** Pixels of the canvas, which is as wide as the wider and as high as the higher image. */
  width: number;
  height: number;
  /** PNG of the canvas: changed pixels opaque magenta-red, everything else transparent. Null when equal. */
  mask: Uint8Array | null;
  /** Null when equal, or not asked for. */
  explanation: Explanation | null;
}

export function changed(
  { diffPixels, width, height, similarity }: Difference,
  subthreshold: Subthreshold,
  ignored: readonly Box[],
  mask: Uint8Array,
  explanation: Explanation | null,
): Comparison {
  return {
    equal: false,
    diffPixels,
    diffPercentage: (diffPixels / (width * height)) * 100,
    ignoredPixels: areaOf(ignored),
    subthreshold,
    similarity: similarity ?? null,
    width,
    height,
    mask,
    explanation,
  };
}

export function unchanged(
  { width, height, similarity = null }: Size & { similarity?: number | null },
  ignored: readonly Box[],
): Comparison {
  return {
    equal: true,
    diffPixels: 0,
    diffPercentage: 0,
    ignoredPixels: areaOf(ignored),
    subthreshold: { pixels: 0, area: 0, maxDeltaE: 0 },
    similarity,
    width,
    height,
    mask: null,
    explanation: null,
  };
}
