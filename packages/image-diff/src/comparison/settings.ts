import type { IgnoredAreas } from '../ignoredAreas.js';

export interface CompareOptions {
  /** Color distance from which a pixel counts, 0 (any) to 1 (none). Default 0.063. */
  threshold?: number;
  /** True, the default, leaves out pixels that are judged to be anti-aliasing. */
  antiAliasing?: boolean;
  /** Also measures {@link Comparison.similarity}, for up to 1.3 ms of processor time a megapixel that changed. Default false. */
  similarity?: boolean;
  /** Also finds out what changed: {@link Comparison.explanation}. Default false. */
  explain?: boolean;
  /** Pixels that a region of an explanation counts at least. Smaller ones are not listed; they still count. Default 1. */
  minimumRegion?: number;
  /**
   * Boxes that are not compared: no pixel in a box of either image counts, and what is in them decides nothing about the
   * pixels beside them, of which those up to two pixels away count even if they could be anti-aliasing.
   */
  ignore?: IgnoredAreas;
}

export const ignoreNothing: IgnoredAreas = { before: [], after: [] };

/** How images are compared. */
export type Settings = ReturnType<typeof settingsOf>;

/** @throws {RangeError} */
export function settingsOf({
  threshold = 0.063,
  antiAliasing = true,
  similarity = false,
  explain: explained = false,
  minimumRegion = 1,
  ignore = ignoreNothing,
}: CompareOptions) {
  if (!(threshold >= 0 && threshold <= 1)) {
    throw new RangeError(`threshold must be between 0 and 1, not ${threshold}`);
  }
  if (!(minimumRegion >= 0)) {
    throw new RangeError(`minimumRegion must be a number of pixels, 0 or more, not ${minimumRegion}`);
  }
  return { threshold, antiAliasing, similarity, explained, minimumRegion, ignore };
}
