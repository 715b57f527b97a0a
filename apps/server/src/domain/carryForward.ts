import type { ResultStatus } from '@svc/schema';

/** What is known of a slot that the head did not capture. Every picture needs its pixel hash only. */
export interface CarrySources<Picture extends { pixels: string | null }> {
  /** From another completed capture of the same suite, branch and commit. */
  sameCommit: Picture | null;
  /** The newest undecided or rejected result of the branch; its picture is null when it is a removal. */
  unresolved: { picture: Picture | null } | null;
  base: Picture | null;
}

export interface Carried<Picture> {
  /** Null for a removal that is still to be decided. */
  picture: Picture | null;
  /** `compare`: a change that stays reviewable unless the comparison of pixels finds it equal. */
  verdict: ResultStatus | 'compare';
}

/**
 * What stands in for a slot that was not captured (R23): absence is no evidence, so the slot is skipped, unless what is
 * carried still needs a decision. Null when nothing is known of the slot.
 */
export function carryForward<Picture extends { pixels: string | null }>({
  sameCommit,
  unresolved,
  base,
}: CarrySources<Picture>): Carried<Picture> | null {
  if (!sameCommit && unresolved?.picture === null) {
    return base && { picture: null, verdict: 'removed' };
  }
  const picture = sameCommit ?? unresolved?.picture ?? base;
  if (!picture) return null;
  if (!base) return { picture, verdict: 'new' };
  return { picture, verdict: picture.pixels === base.pixels ? 'skipped' : 'compare' };
}
