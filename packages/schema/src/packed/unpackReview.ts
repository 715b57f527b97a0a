import type { BaselineExplanation, Subthreshold } from '../diff.js';
import { isLargelyIgnored } from '../noise/isLargelyIgnored.js';
import type { IgnoredBox } from '../primitives.js';
import type { Box, Origin, PackedResult, PackedResults, ReviewRegion, ReviewResult } from '../review.js';
import {
  packedApprovals,
  packedKinds,
  packedReasons,
  packedRowChanges,
  packedSeverities,
  packedStatuses,
} from './packedForms.js';
import { unpackHashes } from './packedHashes.js';

/** A result of a review; `fingerprint` is set where others changed in the same way, and names that group. */
export interface UnpackedResult extends ReviewResult {
  /** How many regions changed, listed or not. */
  regionCount: number;
}

/**
 * The results of a review, or of a part of it, in their order.
 * @throws Error for a place that its list does not have
 */
export function unpackReview(review: PackedResults): UnpackedResult[] {
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
  const allTags = review.tags ?? nothing;
  const peopleApprovals = review.peopleApprovals ?? nothing;
  return review.results.map((packed: PackedResult) => {
    // By place, not `[name, …]`: an iterator for each of thousands takes half of the time, since this code runs once, not compiled.
    const { 0: name, 1: status, 2: approval, 3: head, 4: base, 8: change, 9: notes } = packed;
    const variant = atOrNull(review.variants, packed[5]);
    const source = atOrNull(sources, packed[6]);
    const renderers = at(review.renderers, packed[7]);
    const decision = atOrNull(review.decisions, notes?.decision);
    const regions = change ? regionsOf(change[3], notes?.elsewhere) : null;
    return {
      name,
      viewport: variant?.[0] ?? null,
      browser: variant?.[1] ?? null,
      status: at(packedStatuses, status),
      approvalStatus: at(packedApprovals, approval),
      headHash: atOrNull(hashes, head),
      headSize: sizeOf(head),
      baselineHash: atOrNull(hashes, base),
      baselineSize: sizeOf(base),
      baselineSource: source?.[0] ?? null,
      baselineOrigin: source?.[1] ?? null,
      baseline: source?.[2] ?? null,
      carriedFrom: atOrNull(captures, notes?.carried),
      renderer: renderers[0],
      baselineRenderer: renderers[1],
      path: notes?.path ?? null,
      ignored: ignoredOf(notes?.ignored, notes?.areas),
      ignoredUntil: notes?.paused?.[0] ?? null,
      ignoredBy: notes?.paused?.[1] ?? null,
      unstable: notes?.unstable ?? false,
      incomplete: notes?.incomplete ?? nothing,
      flakeCount: notes?.flakes ?? 0,
      tags: atOrNull(allTags, notes?.tags) ?? nothing,
      decidedBy: decision?.[0] ?? null,
      decidedAt: decision?.[1] ?? null,
      note: decision?.[2] ?? null,
      mine: decision?.[3] === 1,
      approvals: atOrNull(peopleApprovals, notes?.approvals),
      diffPercentage: change ? change[1] : null,
      subthreshold: subthresholdOf(notes?.subthreshold),
      similarity: change?.[5] ?? null,
      comparisonId: change?.[0] || null,
      fingerprint: change?.[2] ? String(change[2]) : null,
      regions,
      regionCount: notes?.regions ?? regions?.length ?? 0,
      rowChanges: change ? rowChangesOf(change[4]) : null,
      columnChanges: change ? columnChangesOf(notes?.columns) : null,
      moves: change ? movesOf(notes?.moves) : null,
      accessibility:
        notes?.accessibility === undefined
          ? null
          : (atOrNull(packedApprovals, notes.accessibility) ?? 'recorded'),
    };
  });
}

/** Leaves a fingerprint only to results that share it, once all results of a review are there. */
export function forgetLoneGroups(results: readonly UnpackedResult[]): void {
  const first = new Map<string, UnpackedResult>();
  const alone = new Set<UnpackedResult>();
  for (const result of results) {
    if (result.fingerprint === null) continue;
    const other = first.get(result.fingerprint);
    if (other) alone.delete(other);
    else {
      first.set(result.fingerprint, result);
      alone.add(result);
    }
  }
  for (const result of alone) result.fingerprint = null;
}

/** The place of what there is not. */
const none = -1;

/** What most results have of most things: one list for all of them, which nobody can add to. */
const nothing: never[] = [];
Object.freeze(nothing);

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
  { baselines, approvals, newer }: PackedResults,
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

function groups(numbers: readonly number[], size: number): number[][] {
  if (numbers.length === 0) return nothing;
  requireGroups(numbers, size);
  const slices: number[][] = [];
  for (let start = 0; start < numbers.length; start += size) slices.push(numbers.slice(start, start + size));
  return slices;
}

function requireGroups(numbers: readonly number[], size: number): void {
  if (numbers.length % size !== 0)
    throw new Error(`The review has ${numbers.length} numbers, not ${size} for each`);
}

const boxOf = ([x = 0, y = 0, width = 0, height = 0]: readonly number[]): Box => ({ x, y, width, height });
const boxesOf = (numbers: readonly number[]): Box[] => groups(numbers, 4).map(boxOf);

function regionsOf(numbers: readonly number[], elsewhere: readonly number[] = nothing): ReviewRegion[] {
  requireGroups(numbers, 5);
  const regions: ReviewRegion[] = [];
  // Neither by groups() nor by at(): a review has more regions than anything else, and they are read before the page shows an image.
  for (let start = 0; start < numbers.length; start += 5) {
    const x = numbers[start] as number;
    const y = numbers[start + 1] as number;
    const width = numbers[start + 2] as number;
    const height = numbers[start + 3] as number;
    const code = numbers[start + 4] as number;
    if (code === 0) regions.push({ x, y, width, height, kind: null, severity: null, base: null });
    else {
      const { kind, severity } = at(regionCodes, code - 1);
      regions.push({ x, y, width, height, kind, severity, base: { x, y, width, height } });
    }
  }
  for (const [index = none, ...box] of groups(elsewhere, 5)) {
    const base = boxOf(box);
    at(regions, index).base = base.width > 0 ? base : null;
  }
  return regions;
}

/** What the codes of regions from 1 on stand for. */
const regionCodes = packedKinds.flatMap((kind) => packedSeverities.map((severity) => ({ kind, severity })));

function ignoredOf(
  numbers: readonly number[] | undefined,
  areas: readonly [number, string, string][] = nothing,
): ReviewResult['ignored'] {
  if (!numbers) return null;
  const [percentage, ...boxes] = numbers;
  if (percentage === undefined) return null;
  const regions: IgnoredBox[] = boxesOf(boxes);
  for (const [index, id, label] of areas) at(regions, index).area = { id, label };
  return { regions, percentage, isLarge: isLargelyIgnored(percentage) };
}

const rowChangesOf = (numbers: readonly number[] = nothing): NonNullable<ReviewResult['rowChanges']> =>
  groups(numbers, 4).map(([kind = none, y = 0, baseY = 0, height = 0]) => ({
    kind: at(packedRowChanges, kind),
    y,
    baseY,
    height,
  }));

const columnChangesOf = (numbers: readonly number[] = nothing): NonNullable<ReviewResult['columnChanges']> =>
  groups(numbers, 4).map(([kind = none, x = 0, baseX = 0, width = 0]) => ({
    kind: at(packedRowChanges, kind),
    x,
    baseX,
    width,
  }));

const movesOf = (numbers: readonly number[] = nothing): NonNullable<ReviewResult['moves']> =>
  groups(numbers, 6).map(([baseX = 0, baseY = 0, x = 0, y = 0, width = 0, height = 0]) => ({
    from: { x: baseX, y: baseY, width, height },
    to: { x, y, width, height },
  }));
