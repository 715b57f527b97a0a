import type { ResultStatus } from '@svc/schema';
import { type Carried, type CarrySources, carryForward } from './carryForward.js';

export interface Sides<Image extends { pixels: string | null }> extends CarrySources<Image> {
  head: Image | null;
  /** The name is in the diff's manifest, or there is none. */
  inManifest: boolean;
  /** The head capture tried the slot and failed. */
  failed: boolean;
  /** That the slot is absent is said to mean that it is gone. */
  absenceIsRemoval: boolean;
}

/**
 * What is known of a slot before any image is decoded; `compare` asks for the comparison of pixels. Null when there is
 * nothing to show of it.
 */
export function judgeResult<Image extends { pixels: string | null }>(
  sides: Sides<Image>,
): Carried<Image> | null {
  const { head, base } = sides;
  if (!sides.inManifest) return head || base ? { image: head, verdict: 'skipped' } : null;
  if (head) {
    if (!base) return { image: head, verdict: 'new' };
    return { image: head, verdict: head.pixels === base.pixels ? 'unchanged' : 'compare' };
  }
  if (sides.absenceIsRemoval && !sides.failed) return base && { image: null, verdict: 'removed' };
  return carryForward(sides);
}

/** Whether absence means removal (R24): it was declared for the name, and nothing went wrong in the run. */
export const meansRemoval = (run: {
  /** The run holds every snapshot of the suite. */
  complete: boolean;
  /** The name is listed in a manifest that was given. */
  listed: boolean;
  /** Of the command that captured; null when it reported none. */
  exitCode: number | null;
  failedSnapshots: number;
}): boolean => (run.complete || run.listed) && (run.exitCode ?? 0) === 0 && run.failedSnapshots === 0;

const reviewable: ReadonlySet<ResultStatus> = new Set<ResultStatus>(['changed', 'new', 'removed']);

/** Whether a person decides about it (R12). */
export const isReviewable = (status: ResultStatus): boolean => reviewable.has(status);
