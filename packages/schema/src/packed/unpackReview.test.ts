import { describe, expect, it } from 'vitest';
import type { PackedResult, Review, ReviewResult } from '../review.js';
import { packReview } from './packReview.js';
import { unpackReview } from './unpackReview.js';

const result: ReviewResult = {
  name: 'Button',
  viewport: { width: 1280, height: 720 },
  browser: 'firefox',
  status: 'changed',
  approvalStatus: 'approved',
  headHash: 'a'.repeat(64),
  headSize: { width: 1280, height: 720 },
  baselineHash: 'b'.repeat(64),
  baselineSize: { width: 1280, height: 720 },
  baselineSource: 'branch:main',
  baselineOrigin: { captureId: 'cap_1', commit: 'c0ffee', branch: 'main' },
  baseline: {
    reason: 'own-approved',
    ref: 'feature',
    commit: 'c0ffee',
    captureId: 'cap_1',
    approvedBy: 'user:ada',
    approvedAt: '2026-01-01T00:00:00.000Z',
    approvedIn: 'dif_1',
    newer: { ref: 'main', commit: 'decade', diffId: 'dif_2' },
  },
  carriedFrom: { captureId: 'cap_2', commit: null, branch: null },
  renderer: 'a',
  baselineRenderer: 'b',
  path: null,
  ignored: { regions: [{ x: 5, y: 6, width: 7, height: 8 }], percentage: 12.5, isLarge: false },
  unstable: false,
  incomplete: [],
  flakeCount: 0,
  tags: [],
  accessibility: null,
  decidedBy: 'user:ada',
  decidedAt: '2026-01-01T00:00:00.000Z',
  note: null,
  mine: true,
  approvals: null,
  diffPercentage: 1,
  subthreshold: { pixels: 3, area: 0.5, maxDeltaE: 7.9 },
  similarity: 0.98,
  comparisonId: 1,
  fingerprint: null,
  regions: [
    {
      x: 1,
      y: 2,
      width: 3,
      height: 4,
      kind: 'text',
      severity: 'low',
      base: { x: 1, y: 1, width: 3, height: 4 },
    },
  ],
  rowChanges: [{ kind: 'moved', y: 1, baseY: 2, height: 3 }],
  columnChanges: [],
  moves: [],
};
const review = { ...packReview([result]), isStale: false } as unknown as Review;
const [packed] = review.results as [PackedResult];

const withSource = (...places: [number, number, number]): Review => ({
  ...review,
  sources: [['branch:main', 0, ...places]],
});

/** The review with another value at a place of its only result. */
const withValue = (place: number, value: unknown): Review => ({
  ...review,
  results: [packed.map((one, index) => (index === place ? value : one)) as unknown as PackedResult],
});

it('reads the review that the other cases spoil', () => {
  expect(unpackReview(review)).toMatchObject([result]);
});

describe('a code that stands for nothing', () => {
  it.each([
    ['status', withValue(1, 5)],
    ['status of a later version', withValue(1, 99)],
    ['approval status', withValue(2, 3)],
    ['current image', withValue(3, 2)],
    ['image of the baseline', withValue(4, 2)],
    ['viewport', withValue(5, 1)],
    ['source', withValue(6, 1)],
    ['renderer', withValue(7, 1)],
    ['kind of row change', withValue(8, [1, 1, 0, [], [3, 1, 2, 3]])],
    ['decision', withValue(9, { decision: 1 })],
    ['origin', withValue(9, { carried: 2 })],
    ['region', withValue(8, [1, 1, 0, [1, 2, 3, 4]])],
    ['kind of region', withValue(8, [1, 1, 0, [1, 2, 3, 4, 19]])],
    ['region elsewhere', withValue(9, { elsewhere: [1, 1, 2, 3, 4] })],
    ['kind of column change', withValue(9, { columns: [3, 1, 2, 3] })],
    ['move', withValue(9, { moves: [1, 2, 3, 4, 5] })],
    ['reason', { ...review, baselines: [[7, null, null, null]] } as Review],
    ['baseline', withSource(1, 0, 0)],
    ['approval', withSource(0, 1, 0)],
    ['newer baseline', withSource(0, 0, 1)],
    ['size', { ...review, sizeOf: [0, 1] }],
    ['hash', { ...review, hashes: review.hashes.slice(1) }],
  ])('throws for a %s', (_what, spoiled) => {
    expect(() => unpackReview(spoiled)).toThrow(/The review has|hashes take/);
  });
});
