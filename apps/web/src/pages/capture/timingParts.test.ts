import { expect, it } from 'vitest';
import { durationWords, slowestFirst, sumOfParts, totalOf } from './timingParts.js';

const snapshots: { name: string; timings: Record<string, number> | null }[] = [
  { name: 'quick', timings: { load: 10, shot: 5 } },
  { name: 'uploaded', timings: null },
  { name: 'slow', timings: { load: 900, settle: 100, shot: 50, unknown: 7 } },
];

it('orders what was timed, the slowest first', () => {
  expect(slowestFirst(snapshots).map(({ name }) => name)).toEqual(['slow', 'quick']);
  expect(snapshots.map(totalOf)).toEqual([15, null, 1_050]);
});

it('adds the parts up', () => {
  expect(sumOfParts(snapshots)).toMatchObject({ load: 910, settle: 100, shot: 55, delay: 0 });
});

it.each([
  [0, '0 ms'],
  [0.4, '< 1 ms'],
  [480.4, '480 ms'],
  [999.7, '1.0 s'],
  [3_210, '3.2 s'],
  [59_960, '1 min 0 s'],
  [125_000, '2 min 5 s'],
])('%d ms are %s', (milliseconds, words) => {
  expect(durationWords(milliseconds)).toBe(words);
});
