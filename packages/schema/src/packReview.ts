import { base64Characters, packedApprovals, packedRowChanges, packedStatuses } from './packedForms.js';
import type { PackedResult, Review, ReviewResult, Size } from './review.js';

/** More are counted, not listed: nobody steps through them. */
const mostRegions = 12;

type Packed = Pick<
  Review,
  'hashes' | 'sizeOf' | 'sizes' | 'viewports' | 'sources' | 'renderers' | 'decisions' | 'results'
>;

/** The compact form of results; `unpackReview` reads it again. */
export function packReview(results: readonly ReviewResult[]): Packed {
  const hashes = new Places<string>();
  const sizes = new Places<[number, number]>();
  const viewports = new Places<Size>();
  const sources = new Places<string>();
  const renderers = new Places<[string | null, string | null]>();
  const decisions = new Places<[string, string | null]>();
  const groups = numberGroups(results);
  const sizeOf: number[] = [];
  const picture = (hash: string | null, size: Size | null): number => {
    if (hash === null) return -1;
    const at = hashes.of(hash);
    sizeOf[at] ??= sizes.of([size?.width ?? 0, size?.height ?? 0]);
    return at;
  };

  const pack = (result: ReviewResult): PackedResult => {
    const notes = notesOf(result, decisions);
    const change = changeOf(result, groups);
    const plain = [
      result.name,
      packedStatuses.indexOf(result.status),
      packedApprovals.indexOf(result.approvalStatus),
      picture(result.headHash, result.headSize),
      picture(result.baselineHash, result.baselineSize),
      result.viewport ? viewports.of(result.viewport) : -1,
      result.baselineSource === null ? -1 : sources.of(result.baselineSource),
      renderers.of([result.renderer, result.baselineRenderer]),
    ] as const;
    if (notes) return [...plain, change, notes];
    return change ? [...plain, change] : [...plain];
  };

  const packed = results.map(pack);
  return {
    hashes: hashes.values.map(toBase64).join(''),
    sizeOf,
    sizes: sizes.values,
    viewports: viewports.values,
    sources: sources.values,
    renderers: renderers.values,
    decisions: decisions.values,
    results: packed,
  };
}

/** Distinct values, each meant by where it stands. */
class Places<Value> {
  readonly values: Value[] = [];
  readonly #known = new Map<string, number>();

  of(value: Value): number {
    const key = typeof value === 'string' ? value : JSON.stringify(value);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, this.values.length);
    return this.values.push(value) - 1;
  }
}

/** A number for each fingerprint that more than one result has. */
function numberGroups(results: readonly ReviewResult[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { fingerprint } of results) {
    if (fingerprint !== null) counts.set(fingerprint, (counts.get(fingerprint) ?? 0) + 1);
  }
  const shared = [...counts].filter(([, count]) => count > 1);
  return new Map(shared.map(([fingerprint], index) => [fingerprint, index + 1]));
}

function changeOf(result: ReviewResult, groups: ReadonlyMap<string, number>): PackedResult[8] {
  if (result.status !== 'changed') return null;
  const regions = (result.regions ?? [])
    .slice(0, mostRegions)
    .flatMap(({ x, y, width, height }) => [x, y, width, height]);
  const rows = (result.rowChanges ?? []).flatMap(({ kind, y, baseY, height }) => [
    packedRowChanges.indexOf(kind),
    y,
    baseY,
    height,
  ]);
  const always = [
    result.comparisonId ?? 0,
    Number((result.diffPercentage ?? 0).toPrecision(4)),
    groups.get(result.fingerprint ?? '') ?? 0,
    regions,
  ] as const;
  return rows.length > 0 ? [...always, rows] : [...always];
}

function notesOf(
  { name, path, unstable, flakeCount, decidedBy, decidedAt, regions, status }: ReviewResult,
  decisions: Places<[string, string | null]>,
): PackedResult[9] {
  const notes: NonNullable<PackedResult[9]> = {};
  if (path !== null && path.join('/') !== name) notes.path = path;
  if (unstable) notes.unstable = true;
  if (flakeCount > 0) notes.flakes = flakeCount;
  if (decidedBy !== null) notes.decision = decisions.of([decidedBy, decidedAt]);
  if (status === 'changed' && regions && regions.length > mostRegions) notes.regions = regions.length;
  return Object.keys(notes).length > 0 ? notes : undefined;
}

/** 64 hexadecimal digits as 43 characters of base64url. */
function toBase64(hash: string): string {
  let text = '';
  for (let at = 0; at < 60; at += 6) text += characters(Number.parseInt(hash.slice(at, at + 6), 16));
  return text + characters(Number.parseInt(`${hash.slice(60)}00`, 16)).slice(0, 3);
}

const characters = (bits: number): string =>
  [18, 12, 6, 0].map((shift) => base64Characters.charAt((bits >> shift) & 63)).join('');
