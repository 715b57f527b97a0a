import type { PackedResults, Review } from '@svc/schema';
import { type UnpackedResult, unpackReview } from '@svc/schema/unpackReview';

/** A result with the addresses of its images, on the origin of the page. */
export interface ReviewItem extends UnpackedResult {
  /** Empty where there is no current image. */
  currentImageUrl: string;
  baselineImageUrl: string | null;
  diffImageUrl: string | null;
  /** Of the pixels that changed beside what shifted or moved; null where nothing did. */
  alignedDiffImageUrl: string | null;
  thumbnailUrl: string | null;
}

/** A diff as the review page knows it. */
export interface ReviewDiff extends Omit<Review, keyof PackedResults> {
  results: ReviewItem[];
}

/** Reads the compact form in which the server answers a review. */
export function presentReview(review: Review): ReviewDiff {
  const { hashes, sizeOf, sizes, variants, captures, sources, baselines, approvals, newer, ...unpacked } =
    review;
  const { renderers, decisions, peopleApprovals, tags, ...rest } = unpacked;
  return { ...rest, results: presentResults(review, review.imageToken) };
}

/** @param imageToken of the review that the results are of */
export function presentResults(packed: PackedResults, imageToken: string): ReviewItem[] {
  const token = `?token=${encodeURIComponent(imageToken)}`;
  const image = (hash: string | null) => hash && `/api/v1/images/${hash}${token}`;
  // Each result is ours alone, and copying ten thousand of them takes a noticeable time.
  const results = unpackReview(packed) as ReviewItem[];
  for (const result of results) {
    const { comparisonId } = result;
    const compared = comparisonId === null ? null : `/api/v1/comparisons/${comparisonId}/`;
    result.currentImageUrl = image(result.headHash) ?? '';
    result.baselineImageUrl = image(result.baselineHash);
    result.diffImageUrl = compared && `${compared}mask${token}`;
    result.alignedDiffImageUrl = compared && hasShifted(result) ? `${compared}aligned-mask${token}` : null;
    result.thumbnailUrl = compared && `${compared}thumbnail${token}`;
  }
  return results;
}

const hasShifted = ({ rowChanges, columnChanges, moves }: UnpackedResult): boolean =>
  [rowChanges, columnChanges, moves].some((shifts) => shifts && shifts.length > 0);
