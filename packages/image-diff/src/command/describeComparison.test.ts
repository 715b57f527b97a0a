import { expect, test } from 'vitest';
import type { Comparison } from '../comparison/Comparison.js';
import type { Explanation } from '../explain.js';
import type { ClassifiedRegion } from '../regions/ClassifiedRegion.js';
import { describeComparison } from './describeComparison.js';

const region = (x: number): ClassifiedRegion => ({
  x,
  y: 40,
  width: 10,
  height: 2,
  diffPixels: 20,
  kind: 'text',
  severity: 'low',
  base: null,
});
const explanation: Explanation = {
  regions: [region(3)],
  fingerprint: '0'.repeat(32),
  rows: [],
  columns: [],
  moves: [],
  alignedMask: null,
  alignedDiffPixels: 0,
  thumbnail: new Uint8Array(),
};
const describe = (changes: Partial<Explanation>, diffPercentage = 12.345) => {
  const size = { width: 1280, height: 8000, diffPixels: 1_234_567, diffPercentage };
  const comparison: Comparison = {
    equal: false,
    ignoredPixels: 0,
    subthreshold: { pixels: 0, area: 0, maxDeltaE: 0 },
    similarity: null,
    mask: null,
    ...size,
    explanation: { ...explanation, ...changes },
  };
  return describeComparison(comparison).split('\n');
};

test('says where pixels changed', () => {
  expect(describe({})).toEqual([
    'different: 1,234,567 of 10,240,000 pixels changed (12.35 %)',
    '1 region:',
    '  10 × 2 at x=3 y=40: text',
    '',
  ]);
  expect(describe({}, 0.0001)[0]).toContain('(< 0.01 %)');
});

test('of many regions only some are named', () => {
  const lines = describe({ regions: Array.from({ length: 9 }, (_, i) => region(i * 50)) });
  expect(lines).toHaveLength(9);
  expect([lines[1], lines[2], lines[7]]).toEqual([
    '9 regions:',
    '  10 × 2 at x=0 y=40: text',
    '  and 4 more',
  ]);
});

test('rows that came, went or moved are named instead', () => {
  const rows = [
    { kind: 'inserted', y: 300, baseY: 300, height: 20 },
    { kind: 'removed', y: 920, baseY: 900, height: 1 },
    { kind: 'moved', y: 520, baseY: 500, height: 1000 },
  ] as const;
  expect(describe({ rows: [...rows], alignedDiffPixels: 12 }).slice(1)).toEqual([
    '20 rows inserted at y=300',
    '1 row removed at y=900',
    '1,000 rows moved from y=500 to y=520',
    '12 pixels changed beside that',
    '',
  ]);
});

test('columns that came, went or moved are named as well', () => {
  const columns = [
    { kind: 'inserted', x: 240, baseX: 240, width: 40 },
    { kind: 'removed', x: 1280, baseX: 1240, width: 1 },
    { kind: 'moved', x: 520, baseX: 500, width: 1000 },
  ] as const;
  expect(describe({ columns: [...columns], alignedDiffPixels: 0 }).slice(1)).toEqual([
    '40 columns inserted at x=240',
    '1 column removed at x=1240',
    '1,000 columns moved from x=500 to x=520',
    'nothing changed beside that',
    '',
  ]);
});

test('blocks that moved are named as well', () => {
  const [from, to] = [
    { x: 20, y: 300, width: 120, height: 70 },
    { x: 200, y: 40, width: 120, height: 70 },
  ];
  expect(describe({ moves: [{ from, to }], alignedDiffPixels: 3 }).slice(1)).toEqual([
    '120 × 70 moved from x=20 y=300 to x=200 y=40',
    '3 pixels changed beside that',
    '',
  ]);
});

test('says what looks different below the threshold', () => {
  const comparison: Comparison = {
    equal: true,
    diffPixels: 0,
    diffPercentage: 0,
    ignoredPixels: 0,
    similarity: null,
    subthreshold: { pixels: 70, area: 62, maxDeltaE: 7.94 },
    width: 10,
    height: 10,
    mask: null,
    explanation: null,
  };
  expect(describeComparison(comparison)).toBe(
    'same: none of 100 pixels changed\nlooks different below the threshold: 62.00 % of the pixels, ΔE 7.9\n',
  );
});
