import type { ResultStatus } from '@svc/schema';

export interface Sides {
  /** Pixel hashes; null where there is no picture. */
  headPixels: string | null;
  basePixels: string | null;
  /** The name is in the diff's manifest, or there is none. */
  inManifest: boolean;
  /** The name is listed in a manifest that was given. */
  listed: boolean;
  /** The head capture tried the slot and failed. */
  failed: boolean;
  /** The head declared completeness and nothing of it failed (R24). */
  complete: boolean;
}

/** What is known of a slot before any picture is decoded; `compare` asks for the comparison of pixels. */
export function judgeResult(sides: Sides): ResultStatus | 'compare' {
  if (!sides.inManifest) return 'skipped';
  if (sides.headPixels === null) {
    if (sides.failed || sides.basePixels === null) return 'skipped';
    return sides.complete || sides.listed ? 'removed' : 'skipped';
  }
  if (sides.basePixels === null) return 'new';
  return sides.headPixels === sides.basePixels ? 'unchanged' : 'compare';
}

const reviewable: ReadonlySet<ResultStatus> = new Set<ResultStatus>(['changed', 'new', 'removed']);

/** Whether a person decides about it (R12). */
export const isReviewable = (status: ResultStatus): boolean => reviewable.has(status);
