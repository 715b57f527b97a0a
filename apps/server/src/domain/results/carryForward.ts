import type { ResultStatus } from '@svc/schema';

/** What is known of a slot that the head did not capture. Every image needs its pixel hash only. */
export interface CarrySources<Image extends { pixels: string | null }> {
  /** From another capture of the same suite, branch and commit that has ended. */
  sameCommit: Image | null;
  /** The newest undecided or rejected result of the branch; its image is null when it is a removal. */
  unresolved: { image: Image | null } | null;
  base: Image | null;
}

export interface Carried<Image> {
  /** Null for a removal that is still to be decided. */
  image: Image | null;
  /** `compare`: a change that stays reviewable unless the comparison of pixels finds it equal. */
  verdict: ResultStatus | 'compare';
}

/**
 * What stands in for a slot that was not captured (R23): absence is not evidence, so the slot is skipped, unless what is
 * carried still needs a decision. Null when nothing is known of the slot.
 */
export function carryForward<Image extends { pixels: string | null }>({
  sameCommit,
  unresolved,
  base,
}: CarrySources<Image>): Carried<Image> | null {
  if (!sameCommit && unresolved?.image === null) {
    return base && { image: null, verdict: 'removed' };
  }
  const image = sameCommit ?? unresolved?.image ?? base;
  if (!image) return null;
  if (!base) return { image, verdict: 'new' };
  return { image, verdict: image.pixels === base.pixels ? 'skipped' : 'compare' };
}
