import fc from 'fast-check';
import { expect, it } from 'vitest';
import { baseReason } from '../enums.js';
import type { ReviewResult } from '../review.js';
import { type Review, review } from '../review.js';
import { packedKinds, packedReasons, packedSeverities } from './packedForms.js';
import { packReview, ReviewPacking } from './packReview.js';
import { forgetLoneGroups, type UnpackedResult, unpackReview } from './unpackReview.js';

const hash = fc
  .uint8Array({ minLength: 32, maxLength: 32 })
  .map((bytes) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(''));
const count = fc.integer({ min: 0, max: 9_999 });
const size = fc.record({
  width: fc.integer({ min: 1, max: 4_000 }),
  height: fc.integer({ min: 1, max: 20_000 }),
});
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const box = fc.record({ x: count, y: count, width: count, height: count });
const origin = fc.constantFrom(
  { captureId: 'cap_1', commit: 'c0ffee', branch: 'main' },
  { captureId: 'cap_2', commit: null, branch: null },
);
const commit = fc.constantFrom('c0ffee', 'null', null);
const anyBaseline = fc.record({
  reason: fc.constantFrom(...baseReason.options),
  ref: fc.constantFrom('main', 'feature/a "b"', null),
  commit,
  captureId: fc.constantFrom('cap_1', null),
  approvedBy: fc.constantFrom('user:Ada', 'key:ci\nuser', null),
  approvedAt: fc.constantFrom('2026-01-01T00:00:00.000Z', '2026-01-02T00:00:00.000Z', null),
  approvedIn: fc.constantFrom('dif_1', 'dif_2', null),
  newer: orNull(
    fc.record({ ref: fc.constantFrom('main', 'release'), commit, diffId: fc.constantFrom('dif_3', null) }),
  ),
});
const rowChangeKind = fc.constantFrom('inserted', 'removed', 'moved');
const rowChange = fc.record({
  kind: rowChangeKind,
  y: count,
  baseY: count,
  height: count,
});

const columnChange = fc.record({
  kind: rowChangeKind,
  x: count,
  baseX: count,
  width: count,
});
const move = fc.tuple(count, count, box).map(([x, y, to]) => ({ from: { ...to, x, y }, to }));
/** Without a width, a box is none. */
const baseBox = box.map((one) => ({ ...one, width: one.width + 1 }));
const region = fc
  .tuple(
    box,
    fc.option(
      fc.record({
        kind: fc.constantFrom(...packedKinds),
        severity: fc.constantFrom(...packedSeverities),
        base: fc.oneof(fc.constant(undefined), orNull(baseBox)),
      }),
    ),
  )
  .map(([at, known]) =>
    known
      ? { ...at, ...known, base: known.base === undefined ? at : known.base }
      : { ...at, kind: null, severity: null, base: null },
  );

const side = fc.nat(2_000);
const ignoredBox = fc.record({ x: side, y: side, width: side, height: side });

const anyResult = fc
  .record({
    name: fc.string({ minLength: 1 }),
    viewport: orNull(size),
    browser: orNull(fc.constantFrom('firefox', 'webkit null')),
    status: fc.constantFrom('changed', 'new', 'removed', 'unchanged', 'skipped'),
    approvalStatus: fc.constantFrom('pending', 'approved', 'rejected'),
    head: orNull(hash),
    base: orNull(hash),
    baselineSource: orNull(fc.constantFrom('branch:main', 'capture:cap_1')),
    baselineOrigin: orNull(origin),
    baseline: orNull(anyBaseline),
    carriedFrom: orNull(origin),
    renderer: orNull(fc.constantFrom('a', 'b')),
    baselineRenderer: orNull(fc.constantFrom('a', 'b')),
    path: orNull(fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 })),
    ignored: orNull(
      fc
        .record({ regions: fc.array(ignoredBox, { maxLength: 3 }), percentage: fc.nat(100) })
        .map((ignored) => ({ ...ignored, isLarge: ignored.percentage > 30 })),
    ),
    unstable: fc.boolean(),
    incomplete: fc.constantFrom<ReviewResult['incomplete'][]>(
      [],
      [{ url: 'https://a.test/b.woff2', reason: 'the host could not be found' }],
    ),
    flakeCount: fc.nat(9),
    tags: fc.constantFrom<string[]>([], ['dev', 'test'], ['dev,test']),
    accessibility: fc.constantFrom('pending', 'approved', 'rejected', 'recorded', null),
    approvals: orNull(
      fc.constantFrom<NonNullable<ReviewResult['approvals']>[]>(
        { required: 2, given: 1, by: ['user:A'], mine: true },
        { required: 2, given: 0, by: [], mine: false },
      ),
    ),
    decision: orNull(
      fc.tuple(
        fc.constantFrom('user:A', 'key:b'),
        fc.constantFrom('2026-01-01T00:00:00.000Z', null),
        orNull(fc.constantFrom('Too dark', 'Two\nlines')),
        fc.boolean(),
      ),
    ),
    regions: fc.array(region, { maxLength: 20 }),
    rowChanges: fc.array(rowChange, { maxLength: 3 }),
    columnChanges: fc.array(columnChange, { maxLength: 3 }),
    moves: fc.array(move, { maxLength: 3 }),
    fingerprint: fc.constantFrom('1', '2', '3', null),
    comparisonId: orNull(fc.integer({ min: 1, max: 2 ** 40 })),
    subthreshold: orNull(
      fc.record({ pixels: fc.nat(), area: fc.nat(100).map((n) => n + 1), maxDeltaE: fc.nat(99) }),
    ),
    similarity: orNull(fc.integer({ min: -10_000, max: 10_000 }).map((n) => n / 10_000)),
    diffPercentage: fc.double({ min: 0, max: 100, noNaN: true }),
  })
  .map(({ head, base, decision, regions, rowChanges, columnChanges, moves, ...rest }): ReviewResult => {
    const isChanged = rest.status === 'changed';
    // One image has one size, wherever it is shown.
    const sizeOf = (of: string | null) =>
      of === null ? null : { width: Number.parseInt(of.slice(0, 3), 16) + 1, height: 7 };
    return {
      ...rest,
      diffPercentage: isChanged ? rest.diffPercentage : null,
      similarity: isChanged ? rest.similarity : null,
      comparisonId: isChanged ? rest.comparisonId : null,
      fingerprint: isChanged ? rest.fingerprint : null,
      headHash: head,
      headSize: sizeOf(head),
      baselineHash: base,
      baselineSize: sizeOf(base),
      decidedBy: decision?.[0] ?? null,
      decidedAt: decision?.[1] ?? null,
      note: decision?.[2] ?? null,
      mine: decision?.[3] ?? false,
      regions: isChanged ? regions : null,
      rowChanges: isChanged ? rowChanges : null,
      columnChanges: isChanged ? columnChanges : null,
      moves: isChanged ? moves : null,
    };
  });

const wrap = (results: readonly ReviewResult[]): Review =>
  ({ ...packReview(results), isStale: false }) as unknown as Review;

it('is read back as it was, with the regions that are listed', () => {
  fc.assert(
    fc.property(fc.array(anyResult, { maxLength: 12 }), (results) => {
      const read = unpackReview(JSON.parse(JSON.stringify(wrap(results))));
      expect(read.length).toBe(results.length);
      read.forEach((one, index) => {
        const { fingerprint, diffPercentage, regions, path, ...given } = results[index] as ReviewResult;
        expect(one).toMatchObject(given);
        expect(one.regions).toEqual(regions?.slice(0, 12) ?? null);
        expect(one.regionCount).toBe(regions?.length ?? 0);
        expect((one.path ?? [given.name]).join('/')).toBe(path?.join('/') ?? given.name);
        expect(one.diffPercentage ?? 0).toBeCloseTo(diffPercentage ?? 0, 1);
        const others = results.filter((other) => fingerprint !== null && other.fingerprint === fingerprint);
        expect(one.fingerprint !== null).toBe(others.length > 1);
      });
      read.forEach((one, a) => {
        read.forEach((other, b) => {
          if (one.fingerprint !== null && one.fingerprint === other.fingerprint) {
            expect(results[a]?.fingerprint).toBe(results[b]?.fingerprint);
          }
        });
      });
      const { results: packed, sources, baselines, approvals, newer } = packReview(results);
      for (const part of [sources, baselines, approvals, newer])
        expect(new Set(part.map((one) => JSON.stringify(one))).size).toBe(part.length);
      const shape = review.pick({
        results: true,
        sources: true,
        baselines: true,
        approvals: true,
        newer: true,
      });
      const told = { results: packed, sources, baselines, approvals, newer };
      expect(shape.parse(told)).toEqual(told);
    }),
  );
});

/** Results with their groups numbered in the order in which they are met. */
function withGroups(results: readonly UnpackedResult[]) {
  const numbers = new Map<string, number>();
  return results.map(({ fingerprint, ...result }) => {
    if (fingerprint !== null && !numbers.has(fingerprint)) numbers.set(fingerprint, numbers.size);
    return { ...result, group: fingerprint === null ? null : numbers.get(fingerprint) };
  });
}

it('is the same where it is read in parts', () => {
  fc.assert(
    fc.property(
      fc.array(anyResult, { maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 5 })),
      (all, lengths) => {
        const read: UnpackedResult[] = [];
        for (let start = 0, page = 0; start < all.length; page++) {
          const results = all.slice(start, start + (lengths[page] ?? 3));
          const packing = new ReviewPacking('some');
          const packed = results.map((result) => packing.pack(result));
          const sent = JSON.stringify({ ...packing.shared(), results: packed });
          read.push(...unpackReview(JSON.parse(sent)));
          start += results.length;
        }
        forgetLoneGroups(read);
        expect(withGroups(read)).toEqual(withGroups(unpackReview(JSON.parse(JSON.stringify(wrap(all))))));
      },
    ),
  );
});

it('has a place for every reason', () => {
  expect([...packedReasons].sort()).toEqual([...baseReason.options].sort());
});

it('says a shared approval of 2,000 baselines once', () => {
  fc.assert(
    fc.property(anyResult, anyBaseline, (result, baseline) => {
      const results = Array.from({ length: 2_000 }, () => ({ ...result, baseline }));
      const { sources, baselines, approvals, newer } = packReview(results);
      expect([sources.length, baselines.length, approvals.length < 2, newer.length < 2]).toEqual([
        1,
        1,
        true,
        true,
      ]);
    }),
    { numRuns: 5 },
  );
});

it('takes less than 200 bytes for each of 2,000 results that all changed, each in its own way', () => {
  const digits = (seed: number) => (seed * 2_654_435_761).toString(16).padStart(64, 'f').slice(-64);
  const results = Array.from(
    { length: 2_000 },
    (_, index): ReviewResult => ({
      name: `Components/Forms/Button/State ${index}`,
      viewport: { width: 1280, height: 720 },
      browser: index % 2 ? 'firefox' : 'webkit',
      status: 'changed',
      approvalStatus: 'pending',
      headHash: digits(2 * index),
      headSize: { width: 1280, height: 720 },
      baselineHash: digits(2 * index + 1),
      baselineSize: { width: 1280, height: 720 },
      baselineSource: 'branch:main',
      baselineOrigin: { captureId: 'cap_1', commit: 'c0ffee1', branch: 'main' },
      baseline: {
        reason: 'target-seen',
        ref: 'main',
        commit: 'c0ffee1',
        captureId: 'cap_1',
        approvedBy: 'user:Ada Lovelace',
        approvedAt: '2026-01-01T00:00:00.000Z',
        approvedIn: 'dif_1',
        newer: null,
      },
      carriedFrom: null,
      renderer: 'HeadlessChrome/150',
      baselineRenderer: 'HeadlessChrome/150',
      path: null,
      subthreshold: null,
      similarity: 0.9876,
      ignored: null,
      unstable: false,
      incomplete: [],
      flakeCount: 0,
      tags: [],
      accessibility: null,
      decidedBy: null,
      decidedAt: null,
      note: null,
      mine: false,
      approvals: null,
      diffPercentage: 1.2345,
      comparisonId: 100_000 + index,
      fingerprint: String(index),
      regions: [
        {
          x: 120,
          y: 240,
          width: 320,
          height: 160,
          kind: 'changed',
          severity: 'high',
          base: { x: 120, y: 240, width: 320, height: 160 },
        },
      ],
      rowChanges: [],
      columnChanges: [],
      moves: [],
    }),
  );
  expect(JSON.stringify(packReview(results)).length).toBeLessThan(400_000);
});
