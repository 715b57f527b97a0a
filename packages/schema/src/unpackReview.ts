import {
  base64Characters,
  hashLength,
  packedApprovals,
  packedRowChanges,
  packedStatuses,
} from './packedForms.js';
import type { Box, PackedResult, Review, ReviewResult } from './review.js';

/** A result of a review; `fingerprint` is set where others changed in the same way, and names that group. */
export interface UnpackedResult extends ReviewResult {
  /** How many regions changed, listed or not. */
  regionCount: number;
}

/** The results of a review, in their order. */
export function unpackReview(review: Review): UnpackedResult[] {
  const hashes = review.sizeOf.map((_, at) =>
    toHex(review.hashes.slice(at * hashLength, (at + 1) * hashLength)),
  );
  const sizes = review.sizeOf.map((at) => {
    const [width, height] = review.sizes[at] ?? [0, 0];
    return width > 0 && height > 0 ? { width, height } : null;
  });
  return review.results.map((packed: PackedResult) => {
    const [name, status, approval, head, base, viewport, source, renderer, change, notes] = packed;
    const [by, at] = review.decisions[notes?.decision ?? -1] ?? [null, null];
    const [rendered, baselineRendered] = review.renderers[renderer] ?? [null, null];
    const regions = change ? boxesOf(change[3]) : null;
    return {
      name,
      viewport: review.viewports[viewport] ?? null,
      status: packedStatuses[status] ?? 'skipped',
      approvalStatus: packedApprovals[approval] ?? 'pending',
      headHash: hashes[head] ?? null,
      headSize: sizes[head] ?? null,
      baselineHash: hashes[base] ?? null,
      baselineSize: sizes[base] ?? null,
      baselineSource: review.sources[source] ?? null,
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

/** 43 characters of base64url as 64 hexadecimal digits. */
function toHex(text: string): string {
  let hex = '';
  for (let at = 0; at < 44; at += 4) {
    let bits = 0;
    for (let next = at; next < at + 4; next++)
      bits = bits * 64 + Math.max(0, base64Characters.indexOf(text.charAt(next) || 'A'));
    hex += bits.toString(16).padStart(6, '0');
  }
  return hex.slice(0, 64);
}
