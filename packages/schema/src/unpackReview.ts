import { packedApprovals, packedRowChanges, packedStatuses } from './packedForms.js';
import { unpackHashes } from './packedHashes.js';
import type { Box, Origin, PackedResult, Review, ReviewResult } from './review.js';

/** A result of a review; `fingerprint` is set where others changed in the same way, and names that group. */
export interface UnpackedResult extends ReviewResult {
  /** How many regions changed, listed or not. */
  regionCount: number;
}

/** The results of a review, in their order. */
export function unpackReview(review: Review): UnpackedResult[] {
  const hashes = unpackHashes(review.hashes, review.sizeOf.length);
  const sizes = review.sizes.map(([width, height]) => (width > 0 && height > 0 ? { width, height } : null));
  const sizeOf = (image: number) => sizes[review.sizeOf[image] ?? -1] ?? null;
  const captures = review.captures.map(
    ([captureId, commit, branch]): Origin => ({ captureId, commit, branch }),
  );
  return review.results.map((packed: PackedResult) => {
    const [name, status, approval, head, base, viewport, source, renderer, change, notes] = packed;
    const [by, at] = review.decisions[notes?.decision ?? -1] ?? [null, null];
    const [baselineSource, taken] = review.sources[source] ?? [null, -1];
    const [rendered, baselineRendered] = review.renderers[renderer] ?? [null, null];
    const regions = change ? boxesOf(change[3]) : null;
    return {
      name,
      viewport: review.viewports[viewport] ?? null,
      status: packedStatuses[status] ?? 'skipped',
      approvalStatus: packedApprovals[approval] ?? 'pending',
      headHash: hashes[head] ?? null,
      headSize: sizeOf(head),
      baselineHash: hashes[base] ?? null,
      baselineSize: sizeOf(base),
      baselineSource,
      baselineOrigin: captures[taken] ?? null,
      carriedFrom: captures[notes?.carried ?? -1] ?? null,
      renderer: rendered,
      baselineRenderer: baselineRendered,
      path: notes?.path ?? null,
      unstable: notes?.unstable ?? false,
      flakeCount: notes?.flakes ?? 0,
      decidedBy: by,
      decidedAt: at,
      diffPercentage: change ? change[1] : null,
      comparisonId: change?.[0] || null,
      fingerprint: change?.[2] ? String(change[2]) : null,
      regions,
      regionCount: notes?.regions ?? regions?.length ?? 0,
      rowChanges: change ? rowChangesOf(change[4] ?? []) : null,
    };
  });
}

const fours = (numbers: readonly number[]): [number, number, number, number][] =>
  Array.from({ length: Math.floor(numbers.length / 4) }, (_, index) => {
    const [a = 0, b = 0, c = 0, d = 0] = numbers.slice(index * 4, index * 4 + 4);
    return [a, b, c, d];
  });

const boxesOf = (numbers: readonly number[]): Box[] =>
  fours(numbers).map(([x, y, width, height]) => ({ x, y, width, height }));

const rowChangesOf = (numbers: readonly number[]): NonNullable<ReviewResult['rowChanges']> =>
  fours(numbers).map(([kind, y, baseY, height]) => ({
    kind: packedRowChanges[kind] ?? 'moved',
    y,
    baseY,
    height,
  }));
