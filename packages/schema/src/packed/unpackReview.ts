import type { BaselineExplanation, Subthreshold } from '../diff.js';
import type { Box, Origin, PackedResult, Review, ReviewResult } from '../review.js';
import { packedApprovals, packedReasons, packedRowChanges, packedStatuses } from './packedForms.js';
import { unpackHashes } from './packedHashes.js';

/** A result of a review; `fingerprint` is set where others changed in the same way, and names that group. */
export interface UnpackedResult extends ReviewResult {
  /** How many regions changed, listed or not. */
  regionCount: number;
}

/**
 * The results of a review, in their order.
 * @throws Error for a place that its list does not have
 */
export function unpackReview(review: Review): UnpackedResult[] {
  const hashes = unpackHashes(review.hashes, review.sizeOf.length);
  const sizes = review.sizes.map(([width, height]) => (width > 0 && height > 0 ? { width, height } : null));
  const sizeOf = (image: number) => (image === none ? null : at(sizes, at(review.sizeOf, image)));
  const captures = review.captures.map(
    ([captureId, commit, branch]): Origin => ({ captureId, commit, branch }),
  );
  const sources = review.sources.map(
    ([baselineSource, taken, ...explained]) =>
      [baselineSource, atOrNull(captures, taken), explanationOf(review, explained)] as const,
  );
  return review.results.map((packed: PackedResult) => {
    const [name, status, approval, head, base, variant, source, renderer, change, notes] = packed;
    const [viewport, browser] = atOrNull(review.variants, variant) ?? [null, null];
    const [decidedBy, decidedAt] = atOrNull(review.decisions, notes?.decision) ?? [null, null];
    const [baselineSource, baselineOrigin, baseline] = atOrNull(sources, source) ?? [null, null, null];
    const [rendered, baselineRendered] = at(review.renderers, renderer);
    const regions = change ? boxesOf(change[3]) : null;
    return {
      name,
      viewport,
      browser,
      status: at(packedStatuses, status),
      approvalStatus: at(packedApprovals, approval),
      headHash: atOrNull(hashes, head),
      headSize: sizeOf(head),
      baselineHash: atOrNull(hashes, base),
      baselineSize: sizeOf(base),
      baselineSource,
      baselineOrigin,
      baseline,
      carriedFrom: atOrNull(captures, notes?.carried),
      renderer: rendered,
      baselineRenderer: baselineRendered,
      path: notes?.path ?? null,
      ignored: ignoredOf(notes?.ignored),
      unstable: notes?.unstable ?? false,
      incomplete: notes?.incomplete ?? [],
      flakeCount: notes?.flakes ?? 0,
      decidedBy,
      decidedAt,
      diffPercentage: change ? change[1] : null,
      subthreshold: subthresholdOf(notes?.subthreshold),
      comparisonId: change?.[0] || null,
      fingerprint: change?.[2] ? String(change[2]) : null,
      regions,
      regionCount: notes?.regions ?? regions?.length ?? 0,
      rowChanges: change ? rowChangesOf(change[4] ?? []) : null,
    };
  });
}

/** The place of what there is not. */
const none = -1;

function at<Item>(list: readonly Item[], place: number): Item {
  const item = list[place];
  if (item === undefined) throw new Error(`The review has nothing at place ${place} of ${list.length}`);
  return item;
}

const atOrNull = <Item>(list: readonly Item[], place = none): Item | null =>
  place === none ? null : at(list, place);

function subthresholdOf(values?: [number, number, number]): Subthreshold | null {
  if (values === undefined) return null;
  const [pixels, area, maxDeltaE] = values;
  return { pixels, area, maxDeltaE };
}

function explanationOf(
  { baselines, approvals, newer }: Review,
  [base, approval, later]: readonly [number, number, number],
): BaselineExplanation | null {
  const told = atOrNull(baselines, base);
  if (!told) return null;
  const [reason, ref, commit, captureId] = told;
  const [approvedBy, approvedAt, approvedIn] = atOrNull(approvals, approval) ?? [null, null, null];
  const [newerRef, newerCommit, diffId] = atOrNull(newer, later) ?? [null, null, null];
  return {
    reason: at(packedReasons, reason),
    ref,
    commit,
    captureId,
    approvedBy,
    approvedAt,
    approvedIn,
    newer: newerRef === null ? null : { ref: newerRef, commit: newerCommit, diffId },
  };
}

function fours(numbers: readonly number[]): [number, number, number, number][] {
  if (numbers.length % 4 !== 0)
    throw new Error(`The review has ${numbers.length} numbers, not four for each`);
  return Array.from({ length: numbers.length / 4 }, (_, index) => {
    const [a = 0, b = 0, c = 0, d = 0] = numbers.slice(index * 4, index * 4 + 4);
    return [a, b, c, d];
  });
}

const boxesOf = (numbers: readonly number[]): Box[] =>
  fours(numbers).map(([x, y, width, height]) => ({ x, y, width, height }));

function ignoredOf(numbers: readonly number[] | undefined): ReviewResult['ignored'] {
  const [percentage, ...boxes] = numbers ?? [];
  return percentage === undefined ? null : { regions: boxesOf(boxes), percentage };
}

const rowChangesOf = (numbers: readonly number[]): NonNullable<ReviewResult['rowChanges']> =>
  fours(numbers).map(([kind, y, baseY, height]) => ({ kind: at(packedRowChanges, kind), y, baseY, height }));
