import fc from 'fast-check';
import { expect, test } from 'vitest';
import { across, count, explainStripes } from '../../tests/stripes.js';
import type { Stretch } from '../fingerprint.js';
import { boxBefore } from './boxBefore.js';

const image = { width: 100, height: 80 };
const rows = (y: number, before: number | null, height: number): Stretch => ({
  y,
  height,
  before,
  after: y,
  masked: true,
});
const columns = (from: number, to: number, shift: number): Stretch => ({
  ...rows(0, 0, 80),
  columns: { from, to, shift },
});
const box = (x: number, y: number, width: number, height: number) => ({ x, y, width, height });

test.each([
  ['in place', [rows(0, 0, 80)], box(3, 4, 5, 6), box(3, 4, 5, 6)],
  ['beyond the image before', [rows(0, 0, 80)], box(90, 70, 40, 40), box(90, 70, 10, 10)],
  ['not in the image before', [rows(0, 0, 80), rows(80, null, 20)], box(3, 85, 5, 6), null],
  ['below inserted rows', [rows(0, 0, 10), rows(30, 10, 70)], box(0, 40, 9, 5), box(0, 20, 9, 5)],
  ['around inserted rows', [rows(0, 0, 10), rows(30, 10, 70)], box(0, 5, 9, 30), box(0, 5, 9, 10)],
  ['around removed rows', [rows(0, 0, 10), rows(10, 30, 50)], box(0, 5, 9, 30), box(0, 5, 9, 50)],
  [
    'of rows that moved, and some that did not',
    [rows(0, 60, 20), rows(20, 0, 60)],
    box(0, 0, 9, 25),
    box(0, 60, 9, 20),
  ],
  [
    'right of inserted columns',
    [columns(0, 10, 0), columns(30, 120, -20)],
    box(40, 5, 9, 5),
    box(20, 5, 9, 5),
  ],
  ['around removed columns', [columns(0, 10, 0), columns(10, 80, 20)], box(5, 5, 10, 5), box(5, 5, 30, 5)],
  ['only of inserted columns', [columns(0, 10, 0), columns(30, 120, -20)], box(12, 5, 9, 5), null],
])('a box %s', (_, stretches, asked, expected) => {
  expect(boxBefore(asked, stretches, image)).toEqual(expected);
});

test('what stands in for a band is not compared', () => {
  expect(boxBefore(box(0, 0, 9, 9), [{ ...rows(0, 0, 80), masked: false }], image)).toBeNull();
});

test('no box reaches beyond the image before', () => {
  const edge = fc.nat(120);
  const stretch = fc.record({
    y: edge,
    before: fc.option(fc.nat(79)),
    height: edge,
    after: edge,
    masked: fc.boolean(),
  });
  const size = fc.integer({ min: 1, max: 120 });
  fc.assert(
    fc.property(
      fc.array(stretch, { maxLength: 5 }),
      fc.record({ x: edge, y: edge, width: size, height: size }),
      (all, asked) => {
        const found = boxBefore(asked, all, image);
        if (!found) return;
        expect(found.width > 0 && found.height > 0).toBe(true);
        expect(found.x >= 0 && found.x + found.width <= image.width).toBe(true);
        expect(found.y >= 0 && found.y + found.height <= image.height).toBe(true);
      },
    ),
  );
});

test.each(['rows', 'columns'] as const)(
  'regions beside shifted %s are where they were',
  async (direction) => {
    const content = count(1, 100);
    const after = [...count(500, 20), ...content.map((stripe) => (stripe === 61 ? 900 : stripe))].slice(
      0,
      110,
    );
    const { regions } = await explainStripes(content, after, direction);
    const stripes = (start: number, length: number) =>
      direction === 'rows' ? box(0, start, across, length) : box(start, 0, length, across);
    expect(regions).toMatchObject([
      { ...stripes(0, 20), kind: 'added', base: null },
      { ...stripes(80, 1), base: stripes(60, 1) },
      { ...stripes(109, 1), kind: 'removed', base: stripes(90, 10) },
    ]);
  },
);
