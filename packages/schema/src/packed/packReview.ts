import type { Approvals, BaselineExplanation } from '../diff.js';
import type { Box, Origin, PackedResult, PackedResults, ReviewResult, Size } from '../review.js';
import {
  packedApprovals,
  packedKinds,
  packedReasons,
  packedRowChanges,
  packedSeverities,
  packedStatuses,
} from './packedForms.js';
import { packHashes } from './packedHashes.js';

/** More are counted, not listed: nobody steps through them. */
const mostRegions = 12;

/** The compact form of results; `unpackReview` reads it again. */
export function packReview(results: readonly ReviewResult[]): PackedResults {
  const packing = new ReviewPacking('all');
  const packed = results.map((result) => packing.pack(result));
  return { ...packing.shared(), results: packed };
}

/** Numbers the groups of more than one of these results, which are all there are; 0 stands for none. */
function numberGroups(fingerprints: readonly string[]): (fingerprint: string) => number {
  const counts = new Map<string, number>();
  for (const fingerprint of fingerprints) counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1);
  const shared = [...counts].filter(([, count]) => count > 1);
  const groups = new Map(shared.map(([fingerprint], index) => [fingerprint, index + 1]));
  return (fingerprint) => groups.get(fingerprint) ?? 0;
}

/** Of the 32 hexadecimal digits of a fingerprint, as many as a number holds; among 20,000 changes, two are the same in one of a million. */
const groupDigits = 12;

/** Numbers a group without knowing the other results. */
const numberGroupAlone = (fingerprint: string): number =>
  Number.parseInt(fingerprint.slice(0, groupDigits), 16);

/** Packs results one by one, for those who have other things to do meanwhile. */
export class ReviewPacking {
  readonly #extent: 'all' | 'some';
  /** Changes whose groups are numbered when all are known. */
  readonly #grouped: { change: PackedChange; fingerprint: string }[] = [];
  readonly #hashes = new Places<string>();
  /** For each of them its place in `sizes`. */
  readonly #sizeOf: number[] = [];
  readonly #sizes = new Tuples<[number, number]>();
  readonly #variants = new Tuples<[number | null, number | null, string | null]>();
  readonly #captures = new Tuples<[string, string | null, string | null]>();
  readonly #renderers = new Tuples<[string | null, string | null]>();
  readonly #decisions = new Tuples<PackedResults['decisions'][number]>();
  readonly #peopleApprovals = new Places<Approvals>();
  readonly #tags = new Places<string[]>();
  readonly #sources = new Sources((origin) => this.#capture(origin));

  /** @param extent whether they are all that there are: then a group of one is none, and the others are counted */
  constructor(extent: 'all' | 'some') {
    this.#extent = extent;
  }

  pack(result: ReviewResult): PackedResult {
    const { renderer, baselineRenderer } = result;
    const plain = [
      result.name,
      packedStatuses.indexOf(result.status),
      packedApprovals.indexOf(result.approvalStatus),
      this.#image(result.headHash, result.headSize),
      this.#image(result.baselineHash, result.baselineSize),
      this.#variant(result),
      this.#sources.of(result),
      this.#renderers.of([renderer, baselineRenderer]),
    ] as const;
    const notes = this.#notes(result);
    const change = this.#change(result);
    if (Object.keys(notes).length > 0) return [...plain, change, notes];
    return change ? [...plain, change] : [...plain];
  }

  /** What the results that were packed refer to. After the last one. */
  shared(): Omit<PackedResults, 'results'> {
    const groupOf = numberGroups(this.#grouped.map(({ fingerprint }) => fingerprint));
    for (const { change, fingerprint } of this.#grouped) change[groupPlace] = groupOf(fingerprint);
    return {
      hashes: packHashes(this.#hashes.values),
      sizeOf: this.#sizeOf,
      sizes: this.#sizes.values,
      variants: this.#variants.values.map(variantOf),
      captures: this.#captures.values,
      ...this.#sources.packed(),
      renderers: this.#renderers.values,
      decisions: this.#decisions.values,
      ...(this.#peopleApprovals.values.length > 0 && { peopleApprovals: this.#peopleApprovals.values }),
      ...(this.#tags.values.length > 0 && { tags: this.#tags.values }),
    };
  }

  #image(hash: string | null, size: Size | null): number {
    if (hash === null) return -1;
    const at = this.#hashes.of(hash, hash);
    if (at === this.#sizeOf.length) {
      const { width, height } = size ?? { width: 0, height: 0 };
      this.#sizeOf.push(this.#sizes.of([width, height]));
    }
    return at;
  }

  #variant({ viewport, browser }: ReviewResult): number {
    if (viewport === null && browser === null) return -1;
    return this.#variants.of([viewport?.width ?? null, viewport?.height ?? null, browser]);
  }

  #change(result: ReviewResult): PackedChange | null {
    if (result.status !== 'changed') return null;
    const change = changeOf(result);
    const { fingerprint } = result;
    if (fingerprint !== null) {
      if (this.#extent === 'all') this.#grouped.push({ change, fingerprint });
      else change[groupPlace] = numberGroupAlone(fingerprint);
    }
    return change;
  }

  #capture(origin: Origin | null): number {
    if (origin === null) return -1;
    const { captureId, commit, branch } = origin;
    return this.#captures.of([captureId, commit, branch]);
  }

  #notes(result: ReviewResult): NonNullable<PackedResult[9]> {
    const { approvals, tags, carriedFrom } = result;
    const notes = notesOf(result);
    const decision = decisionOf(result);
    if (decision !== null) notes.decision = this.#decisions.of(decision);
    if (approvals !== null) notes.approvals = this.#peopleApprovals.of(JSON.stringify(approvals), approvals);
    if (tags.length > 0) notes.tags = this.#tags.of(JSON.stringify(tags), [...tags]);
    if (carriedFrom !== null) notes.carried = this.#capture(carriedFrom);
    return notes;
  }
}

/** Distinct values, each meant by where it stands. */
class Places<Value> {
  readonly values: Value[] = [];
  readonly #known = new Map<string, number>();

  /** Where the value is that the key tells from others. */
  of(key: string, value: Value): number {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, this.values.length);
    return this.values.push(value) - 1;
  }
}

type Scalar = string | number | null | undefined;

/** Distinct tuples, each meant by where it stands. Most results share theirs with the one before, which is compared first. */
class Tuples<Value extends readonly Scalar[]> {
  readonly #places = new Places<Value>();
  #last: { value: Value; place: number } | null = null;

  get values(): Value[] {
    return this.#places.values;
  }

  of(value: Value): number {
    if (this.#last && isSameTuple(this.#last.value, value)) return this.#last.place;
    const place = this.#places.of(JSON.stringify(value), value);
    this.#last = { value, place };
    return place;
  }
}

function isSameTuple(one: readonly Scalar[], other: readonly Scalar[]): boolean {
  if (one.length !== other.length) return false;
  for (let i = 0; i < one.length; i++) {
    if (one[i] !== other[i]) return false;
  }
  return true;
}

function variantOf([width, height, browser]: readonly [number | null, number | null, string | null]) {
  const viewport = width === null || height === null ? null : { width, height };
  return [viewport, browser] as PackedResults['variants'][number];
}

/** Where baselines came from, and why from there; of what most of them share, the approval above all, there is one. */
class Sources {
  readonly #capture: (origin: Origin | null) => number;
  readonly #sources = new Tuples<PackedResults['sources'][number]>();
  readonly #baselines = new Tuples<PackedResults['baselines'][number]>();
  readonly #approvals = new Tuples<PackedResults['approvals'][number]>();
  readonly #newer = new Tuples<PackedResults['newer'][number]>();

  constructor(capture: (origin: Origin | null) => number) {
    this.#capture = capture;
  }

  of({ baselineSource, baselineOrigin, baseline }: ReviewResult): number {
    const from = this.#capture(baselineOrigin);
    if (baselineSource === null && from < 0 && baseline === null) return -1;
    const explained = baseline === null ? ([-1, -1, -1] as const) : this.#placesOf(baseline);
    return this.#sources.of([baselineSource, from, ...explained]);
  }

  packed(): Pick<PackedResults, 'sources' | 'baselines' | 'approvals' | 'newer'> {
    return {
      sources: this.#sources.values,
      baselines: this.#baselines.values,
      approvals: this.#approvals.values,
      newer: this.#newer.values,
    };
  }

  #placesOf(baseline: BaselineExplanation): readonly [number, number, number] {
    const { ref, commit, captureId, approvedBy, approvedAt, approvedIn, newer } = baseline;
    const isApproved = approvedBy !== null || approvedAt !== null || approvedIn !== null;
    return [
      this.#baselines.of([packedReasons.indexOf(baseline.reason), ref, commit, captureId]),
      isApproved ? this.#approvals.of([approvedBy, approvedAt, approvedIn]) : -1,
      newer ? this.#newer.of([newer.ref, newer.commit, newer.diffId]) : -1,
    ];
  }
}

/** Without what most decisions lack at its end. */
function decisionOf({
  decidedBy,
  decidedAt,
  note,
  mine,
}: ReviewResult): PackedResults['decisions'][number] | null {
  if (decidedBy === null) return null;
  if (mine) return [decidedBy, decidedAt, note, 1];
  return note === null ? [decidedBy, decidedAt] : [decidedBy, decidedAt, note];
}

const listedRegions = ({ regions }: ReviewResult) => regions?.slice(0, mostRegions) ?? [];

type PackedChange = NonNullable<PackedResult[8]>;
/** Where the number of its group is, 0 until it is known. */
const groupPlace = 2;

function changeOf(result: ReviewResult): PackedChange {
  const regions: number[] = [];
  for (const { x, y, width, height, kind, severity } of listedRegions(result)) {
    const isKnown = kind !== null && severity !== null;
    const code = isKnown ? 1 + packedKinds.indexOf(kind) * 3 + packedSeverities.indexOf(severity) : 0;
    regions.push(x, y, width, height, code);
  }
  const rows: number[] = [];
  for (const { kind, y, baseY, height } of result.rowChanges ?? []) {
    rows.push(packedRowChanges.indexOf(kind), y, baseY, height);
  }
  const change: PackedChange = [
    result.comparisonId ?? 0,
    Number((result.diffPercentage ?? 0).toPrecision(4)),
    0,
    regions,
  ];
  if (typeof result.similarity === 'number') change.push(rows, Number(result.similarity.toFixed(4)));
  else if (rows.length > 0) change.push(rows);
  return change;
}

function notesOf(result: ReviewResult) {
  const { name, path, unstable, ignored, incomplete, flakeCount, regions, status, subthreshold } = result;
  const { accessibility } = result;
  const notes: NonNullable<PackedResult[9]> = {};
  if (path !== null && path.join('/') !== name) notes.path = path;
  if (unstable) notes.unstable = true;
  if (result.ignoredUntil && result.ignoredBy) notes.paused = [result.ignoredUntil, result.ignoredBy];
  if (incomplete.length > 0) notes.incomplete = incomplete;
  if (ignored) {
    const boxes = ignored.regions.flatMap(({ x, y, width, height }) => [x, y, width, height]);
    notes.ignored = [ignored.percentage, ...boxes];
    const areas = ignored.regions.flatMap(({ area }, index): [number, string, string][] =>
      area ? [[index, area.id, area.label]] : [],
    );
    if (areas.length > 0) notes.areas = areas;
  }
  if (subthreshold && subthreshold.area > 0) {
    const { pixels, area, maxDeltaE } = subthreshold;
    notes.subthreshold = [pixels, Number(area.toPrecision(4)), Number(maxDeltaE.toPrecision(4))];
  }
  if (flakeCount > 0) notes.flakes = flakeCount;
  if (accessibility !== null)
    notes.accessibility = accessibility === 'recorded' ? -1 : packedApprovals.indexOf(accessibility);
  if (status === 'changed') noteShift(notes, result);
  if (status === 'changed' && regions && regions.length > mostRegions) notes.regions = regions.length;
  return notes;
}

/** What shifted in another way than rows do, and what is elsewhere for it. */
function noteShift(notes: NonNullable<PackedResult[9]>, result: ReviewResult): void {
  const elsewhere = listedRegions(result).flatMap(({ base, kind, ...region }, index) => {
    // A service that does not class regions does not say where they were.
    if (kind === null || (base && isSameBox(base, region))) return [];
    return base ? [index, base.x, base.y, base.width, base.height] : [index, 0, 0, 0, 0];
  });
  if (elsewhere.length > 0) notes.elsewhere = elsewhere;
  const columns = (result.columnChanges ?? []).flatMap(({ kind, x, baseX, width }) => [
    packedRowChanges.indexOf(kind),
    x,
    baseX,
    width,
  ]);
  if (columns.length > 0) notes.columns = columns;
  const moves = (result.moves ?? []).flatMap(({ from, to }) => [
    from.x,
    from.y,
    to.x,
    to.y,
    to.width,
    to.height,
  ]);
  if (moves.length > 0) notes.moves = moves;
}

const isSameBox = (one: Box, other: Box): boolean =>
  one.x === other.x && one.y === other.y && one.width === other.width && one.height === other.height;
