import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { paint } from '../../tests/buildPng.js';
import { across, count, drawStripes, empty, explainStripes } from '../../tests/stripes.js';
import { compare } from '../compare.js';
import type { RowChange } from './RowChange.js';

const width = across;
const page = (rows: readonly number[]) => drawStripes(rows, 'rows');
const explain = (before: readonly number[], after: readonly number[]) =>
  explainStripes(before, after, 'rows');

const content = count(1, 100);
const inserted = (y: number, baseY: number, height: number): RowChange => ({
  kind: 'inserted',
  y,
  baseY,
  height,
});
const removed = (y: number, baseY: number, height: number): RowChange => ({
  kind: 'removed',
  y,
  baseY,
  height,
});
const moved = (y: number, baseY: number, height: number): RowChange => ({ kind: 'moved', y, baseY, height });

const examples: { what: string; before: number[]; after: number[]; rows: RowChange[]; left?: number }[] = [
  {
    what: 'a banner above everything',
    before: content,
    after: [...count(500, 20), ...content],
    rows: [inserted(0, 0, 20)],
  },
  {
    what: 'empty rows among content',
    before: content,
    after: [...count(1, 40), ...empty(20), ...count(41, 60)],
    rows: [inserted(40, 40, 20)],
  },
  {
    what: 'a banner that pushes the last rows out of an image of fixed height',
    before: content,
    after: [...count(500, 20), ...count(1, 80)],
    rows: [inserted(0, 0, 20), removed(100, 80, 20)],
  },
  {
    what: 'a section taken away',
    before: content,
    after: [...count(1, 30), ...count(51, 50)],
    rows: [removed(30, 30, 20)],
  },
  { what: 'rows added at the end', before: content, after: count(1, 130), rows: [inserted(100, 100, 30)] },
  {
    what: 'a middle that grew above a footer',
    before: [...content, ...empty(50), ...count(900, 30)],
    after: [...content, ...empty(90), ...count(900, 30)],
    rows: [inserted(150, 150, 40)],
  },
  {
    what: 'a footer that moved down into empty space',
    before: [...content, ...count(900, 30), ...empty(60)],
    after: [...content, ...empty(40), ...count(900, 30), ...empty(20)],
    rows: [moved(140, 100, 30)],
  },
  {
    what: 'a footer that moved up into empty space',
    before: [...content, ...empty(40), ...count(900, 30), ...empty(20)],
    after: [...content, ...count(900, 30), ...empty(60)],
    rows: [moved(100, 140, 30)],
  },
  {
    what: 'a block moved past others',
    before: [...count(1, 60), ...count(500, 10), ...count(61, 40)],
    after: [...count(1, 20), ...count(500, 10), ...count(21, 80)],
    rows: [moved(20, 60, 10)],
  },
  {
    what: 'a block moved past others, with the empty space below it now above it',
    before: [...count(1, 60), ...count(200, 40), ...count(500, 20), ...empty(10)],
    after: [...count(1, 60), ...empty(10), ...count(500, 20), ...count(200, 40)],
    rows: [moved(60, 120, 10), moved(70, 100, 20)],
  },
  {
    what: 'a banner, and other rows changed below it',
    before: content,
    after: [...count(500, 20), ...count(1, 50), ...count(700, 5), ...count(56, 45)],
    rows: [inserted(0, 0, 20)],
    left: 5 * width,
  },
  {
    what: 'more rows that begin as those did which they replace',
    before: [...count(1, 50), 800, 801, 802, 803, 804, ...count(56, 45)],
    after: [...count(1, 50), 0, 801, 0, 803, 804, ...count(700, 10), ...count(56, 45)],
    rows: [inserted(55, 55, 10)],
    left: 2 * width,
  },
  {
    what: 'more rows that end as those did which they replace',
    before: [...count(1, 50), 800, 801, 802, 803, 804, ...count(56, 45)],
    after: [...count(1, 50), ...count(700, 10), 800, 0, 802, 0, 804, ...count(56, 45)],
    rows: [inserted(50, 50, 10)],
    left: 2 * width,
  },
];

test.each(examples)('$what', async ({ before, after, rows, left = 0 }) => {
  const found = await explain(before, after);
  expect(found.rows).toEqual(rows);
  expect(found.alignedDiffPixels).toBeLessThanOrEqual(left);
  expect(found.alignedDiffPixels).toBeGreaterThanOrEqual(left * 0.9);
  const bands = rows.reduce((sum, { height }) => sum + height * width, 0);
  const regions = found.regions.reduce((sum, { diffPixels }) => sum + diffPixels, 0);
  expect(regions).toBe(found.alignedDiffPixels + bands);
  expect(await marksOf(found.alignedMask)).toEqual({
    height: after.length,
    marks: found.alignedDiffPixels,
    inBands: 0,
  });

  /** Marked pixels of the mask, in all and in rows that came or moved. */
  async function marksOf(png: Uint8Array | null) {
    if (!png) throw new Error('There is no mask.');
    const { data, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    const isMarked = (pixel: number) => data[pixel * 4 + 3] === 255;
    const marked = Array.from({ length: info.width * info.height }, (_, pixel) => pixel).filter(isMarked);
    const isInBand = (row: number) =>
      rows.some(({ kind, y, height }) => kind === 'inserted' && row >= y && row < y + height);
    const inBands = marked.filter((pixel) => isInBand(Math.floor(pixel / info.width))).length;
    return { height: info.height, marks: marked.length, inBands };
  }
});

test('what did not shift has no bands', async () => {
  const replaced = await explain(content, [...count(1, 30), ...count(600, 40), ...count(71, 30)]);
  expect(replaced.rows).toEqual([]);
  expect(replaced.alignedMask).toBeNull();
  expect(replaced.alignedDiffPixels).toBe(replaced.diffPixels);
  expect((await explain(content, count(600, 100))).rows).toEqual([]);
  expect((await explain(content, count(600, 130))).rows).toEqual([]);
  expect((await explain([...count(1, 50), 0], [...count(1, 49), 0, 50])).rows).toEqual([]);
});

test('images of different width are not aligned', async () => {
  const wider = paint(width + 1, 50, () => [0, 0, 0, 255]);
  const { explanation } = await compare(await page(content), wider, { explain: true });
  expect(explanation?.rows).toEqual([]);
});

test('tens of thousands of rows alike, or alternating, end as soon as others', async () => {
  const alike = await explain(empty(20_000), [...empty(10_000), ...count(5, 3), ...empty(9_000)]);
  expect(alike.rows.length).toBeLessThanOrEqual(32);
  const stripes = (length: number, shift: number) => Array.from({ length }, (_, i) => 1 + ((i + shift) % 2));
  const alternating = await explain(stripes(20_000, 0), stripes(20_000, 1));
  expect(alternating.diffPixels).toBeGreaterThan(0);
  expect(alternating.rows.length).toBeLessThanOrEqual(2);
});

const unique = (most: number) => fc.integer({ min: 1, max: most }).map((length) => count(1, length));
const part = fc.double({ min: 0, max: 1, noNaN: true });

test('rows inserted anywhere are one band, and the way back is their removal', async () => {
  await fc.assert(
    fc.asyncProperty(unique(120), part, fc.integer({ min: 1, max: 60 }), async (rows, where, height) => {
      const y = Math.round(where * rows.length);
      const more = [...rows.slice(0, y), ...count(1000, height), ...rows.slice(y)];
      const forth = await explain(rows, more);
      expect(forth).toMatchObject({ rows: [inserted(y, y, height)], alignedDiffPixels: 0 });
      expect(forth.regions).toMatchObject([
        { x: 0, y, width, height, diffPixels: width * height, kind: 'added' },
      ]);
      const back = await explain(more, rows);
      expect(back).toMatchObject({ rows: [removed(y, y, height)], alignedDiffPixels: 0 });
      expect(back.regions).toHaveLength(1);
    }),
    { numRuns: 60 },
  );
});

test('two blocks that swap their places have moved', async () => {
  const height = fc.integer({ min: 4, max: 40 });
  await fc.assert(
    fc.asyncProperty(
      fc.record({ above: fc.nat(40), one: height, between: fc.oneof(fc.constant(0), height), other: height }),
      fc.nat(40),
      async ({ above, one, between, other }, below) => {
        const [top, end] = [count(1, above), count(5000, below)];
        const [first, middle, last] = [count(1000, one), count(2000, between), count(3000, other)];
        const found = await explain(
          [...top, ...first, ...middle, ...last, ...end],
          [...top, ...last, ...middle, ...first, ...end],
        );
        expect(new Set(found.rows.map(({ kind }) => kind))).toEqual(new Set(['moved']));
        expect(found.alignedDiffPixels).toBe(0);
        const sizes = [one, between, other];
        const total = sizes.reduce((sum, size) => sum + size, 0);
        const inBands = found.rows.reduce((sum, { height: rows }) => sum + rows, 0);
        expect(inBands).toBe(total - Math.max(...sizes));
      },
    ),
    { numRuns: 60 },
  );
});

test('sections and empty space in any order: what moved is the same rows at both places', async () => {
  const section = fc.record({ isEmpty: fc.boolean(), height: fc.integer({ min: 4, max: 40 }) });
  const pages = fc
    .array(section, { minLength: 2, maxLength: 6 })
    .map((sections) =>
      sections.map(({ isEmpty, height }, i) => (isEmpty ? empty(height) : count(1 + 100 * i, height))),
    )
    .chain((sections) =>
      fc
        .shuffledSubarray(sections, { minLength: sections.length })
        .map((other) => [sections.flat(), other.flat()]),
    );
  await fc.assert(
    fc.asyncProperty(pages, async ([before = [], after = []]) => {
      fc.pre(before.join() !== after.join());
      for (const { kind, y, baseY, height } of (await explain(before, after)).rows) {
        if (kind === 'moved') expect(after.slice(y, y + height)).toEqual(before.slice(baseY, baseY + height));
      }
    }),
    { numRuns: 100 },
  );
});

test('any two pages: bands tell where the rows of both went', async () => {
  const rows = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 80 });
  await fc.assert(
    fc.asyncProperty(rows, rows, async (before, after) => {
      fc.pre(before.join() !== after.join());
      const found = await explain(before, after);
      const sum = (kind: RowChange['kind']) =>
        found.rows.reduce((rowsOf, band) => rowsOf + (band.kind === kind ? band.height : 0), 0);
      if (found.rows.length === 0) {
        expect(found.alignedDiffPixels).toBe(found.diffPixels);
        expect(found.regions.reduce((all, { diffPixels }) => all + diffPixels, 0)).toBe(found.diffPixels);
      } else {
        expect(sum('inserted') - sum('removed')).toBe(after.length - before.length);
        expect(found.alignedDiffPixels).toBeLessThan(found.diffPixels);
      }
      for (const band of found.rows) {
        expect(band.y + (band.kind === 'removed' ? 0 : band.height)).toBeLessThanOrEqual(after.length);
        expect(band.baseY + (band.kind === 'inserted' ? 0 : band.height)).toBeLessThanOrEqual(before.length);
        if (band.kind === 'moved') {
          expect(after.slice(band.y, band.y + band.height)).toEqual(
            before.slice(band.baseY, band.baseY + band.height),
          );
        }
      }
    }),
    { numRuns: 100 },
  );
});
