import { expect, test } from 'vitest';
import { layoutRecord } from '../../../testing/pages/layoutRecord.js';
import { explainChange } from './explainChange.js';

const box = (y: number) => ({ x: 0, y, width: 100, height: 20 });

test('tells the causes with the regions that they explain, those without any last', () => {
  const { causes, boxes } = explainChange(layoutRecord(['a', 'b']), layoutRecord(['x', 'y']), [box(20)]);
  expect(causes).toMatchObject({
    causes: [
      { kind: 'text', from: 'b', to: 'y', regions: [0], isWhole: true },
      { kind: 'text', from: 'a', to: 'x', regions: [], isWhole: false },
    ],
    total: 2,
    unexplained: [],
    isExplained: true,
  });
  expect(boxes).toEqual([
    { before: [box(20)], after: [box(20)] },
    { before: [box(0)], after: [box(0)] },
  ]);
});

test('a change without regions is not explained', () => {
  expect(explainChange(layoutRecord(['a']), layoutRecord(['b']), []).causes).toMatchObject({
    causes: [{ isWhole: false }],
    isExplained: false,
  });
});

test('at most 20 causes are kept, and how many there were', () => {
  const texts = (from: string) => Array.from({ length: 30 }, (_, place) => `${from} ${place}`);
  const { causes, boxes } = explainChange(layoutRecord(texts('a')), layoutRecord(texts('b')), [box(0)]);
  expect([causes.causes.length, causes.total, boxes.length]).toEqual([20, 30, 20]);
});

test('texts are cut off, and hold nothing that the database does not', () => {
  const { causes } = explainChange(
    layoutRecord([`a\0b\ud800${'c'.repeat(600)}`]),
    layoutRecord([`${'d'.repeat(198)}😀😀`]),
    [box(0)],
  );
  const [{ from, to, text } = { from: '', to: '', text: '' }] = causes.causes;
  expect(from).toMatch(/^a\uFFFDb\uFFFDc+…$/);
  expect([from, to].map((value) => (value?.length ?? 0) <= 200)).toEqual([true, true]);
  expect(JSON.stringify([from, to, text])).not.toMatch(/\\u0000|\\ud8/);
});

test('equal causes of different pages have equal signatures', () => {
  const signature = (...texts: string[]) =>
    explainChange(layoutRecord(['old', ...texts]), layoutRecord(['new', ...texts]), []).causes.causes[0]
      ?.signature;
  expect(signature()).toMatch(/^[\da-f]{32}$/);
  expect(signature('a', 'b')).toBe(signature());
  expect(
    explainChange(layoutRecord(['old']), layoutRecord(['other']), []).causes.causes[0]?.signature,
  ).not.toBe(signature());
});
