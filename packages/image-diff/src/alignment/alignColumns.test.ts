import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { across, count, drawStripes, empty, explainStripes } from '../../tests/stripes.js';
import { compare } from '../compare.js';
import type { ColumnChange } from './ColumnChange.js';

const height = across;
const page = (columns: readonly number[]) => drawStripes(columns, 'columns');
const explain = (before: readonly number[], after: readonly number[]) =>
  explainStripes(before, after, 'columns');

const content = count(1, 100);
const change = (kind: ColumnChange['kind'], x: number, baseX: number, width: number): ColumnChange => ({
  kind,
  x,
  baseX,
  width,
});

const examples: {
  what: string;
  before: number[];
  after: number[];
  columns: ColumnChange[];
  left?: number;
}[] = [
  {
    what: 'a sidebar that made the page wider',
    before: content,
    after: [...count(500, 20), ...content],
    columns: [change('inserted', 0, 0, 20)],
  },
  {
    what: 'a sidebar that grew and pushed empty columns out of a page of fixed width',
    before: [...count(1, 30), ...count(200, 60), ...empty(40)],
    after: [...count(1, 30), ...count(500, 20), ...count(200, 60), ...empty(20)],
    columns: [change('inserted', 30, 30, 20), change('removed', 110, 90, 20)],
  },
  {
    what: 'a sidebar that was taken away',
    before: [...count(500, 30), ...content],
    after: [...content, ...empty(30)],
    columns: [change('removed', 0, 0, 30), change('inserted', 100, 130, 30)],
  },
  {
    what: 'columns added at the right',
    before: content,
    after: count(1, 130),
    columns: [change('inserted', 100, 100, 30)],
  },
  {
    what: 'columns moved past others',
    before: [...count(1, 60), ...count(500, 10), ...count(61, 40)],
    after: [...count(1, 20), ...count(500, 10), ...count(21, 80)],
    columns: [change('moved', 20, 60, 10)],
  },
  {
    what: 'a sidebar that grew, and other columns changed to the right of it',
    before: content,
    after: [...count(500, 20), ...count(1, 50), ...count(700, 5), ...count(56, 45)],
    columns: [change('inserted', 0, 0, 20)],
    left: 5 * height,
  },
];

test.each(examples)('$what', async ({ before, after, columns, left = 0 }) => {
  const found = await explain(before, after);
  expect(found.columns).toEqual(columns);
  expect(found.rows).toEqual([]);
  expect(found.alignedDiffPixels).toBeLessThanOrEqual(left);
  expect(found.alignedDiffPixels).toBeGreaterThanOrEqual(left * 0.9);
  const bands = columns.reduce((sum, { width }) => sum + height * width, 0);
  const regions = found.regions.reduce((sum, { diffPixels }) => sum + diffPixels, 0);
  expect(regions).toBe(found.alignedDiffPixels + bands);
  const { data, info } = await sharp(found.alignedMask ?? Buffer.alloc(0))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([after.length, height]);
  const marked = Array.from({ length: info.width * info.height }, (_, pixel) => data[pixel * 4 + 3]);
  expect(marked.filter((alpha) => alpha === 255)).toHaveLength(found.alignedDiffPixels);
});

test('what did not shift has no bands', async () => {
  const replaced = await explain(content, [...count(1, 30), ...count(600, 40), ...count(71, 30)]);
  expect(replaced.columns).toEqual([]);
  expect(replaced.alignedMask).toBeNull();
  expect(replaced.alignedDiffPixels).toBe(replaced.diffPixels);
  expect((await explain(content, count(600, 100))).columns).toEqual([]);
  expect((await explain(content, count(600, 130))).columns).toEqual([]);
});

test('the same sidebar at another place of another page is the same change', async () => {
  const sidebar = count(900, 12);
  const [one, other] = [count(1, 60), count(100, 90)];
  const first = await explain(one, [...one.slice(0, 10), ...sidebar, ...one.slice(10)]);
  const second = await explain(other, [...other.slice(0, 30), ...sidebar, ...other.slice(30)]);
  const different = await explain(other, [...other.slice(0, 30), ...count(950, 12), ...other.slice(30)]);
  const back = await explain([...one.slice(0, 10), ...sidebar, ...one.slice(10)], one);
  expect(second.fingerprint).toBe(first.fingerprint);
  expect(different.fingerprint).not.toBe(first.fingerprint);
  expect(back.fingerprint).not.toBe(first.fingerprint);
});

test('ignored boxes move with their columns', async () => {
  const box = { y: 4, width: 6, height: 9 };
  const changed = [...count(1, 39), ...count(800, 6), ...count(46, 55)];
  const comparison = await compare(await page(content), await page([...count(500, 20), ...changed]), {
    explain: true,
    antiAliasing: false,
    ignore: { before: [{ ...box, x: 39 }], after: [{ ...box, x: 59 }] },
  });
  expect(comparison.explanation).toMatchObject({ columns: [change('inserted', 0, 0, 20)] });
  // Two columns of noise are alike in a few pixels.
  const left = 6 * (height - 9);
  expect(comparison.explanation?.alignedDiffPixels).toBeLessThanOrEqual(left);
  expect(comparison.explanation?.alignedDiffPixels).toBeGreaterThanOrEqual(left * 0.9);
});

const length = fc.integer({ min: 30, max: 150 });
const part = fc.double({ min: 0, max: 1, noNaN: true });

test('columns inserted anywhere are one band, and the way back is their removal', async () => {
  await fc.assert(
    fc.asyncProperty(length, part, fc.integer({ min: 1, max: 60 }), async (columns, where, width) => {
      const all = count(1, columns);
      const x = Math.round(where * columns);
      const more = [...all.slice(0, x), ...count(1000, width), ...all.slice(x)];
      const forth = await explain(all, more);
      expect(forth).toMatchObject({
        rows: [],
        columns: [change('inserted', x, x, width)],
        alignedDiffPixels: 0,
      });
      expect(forth.regions).toMatchObject([{ x, y: 0, width, height, diffPixels: width * height }]);
      const back = await explain(more, all);
      expect(back).toMatchObject({
        rows: [],
        columns: [change('removed', x, x, width)],
        alignedDiffPixels: 0,
      });
      expect(back.regions).toHaveLength(1);
    }),
    { numRuns: 60 },
  );
});

test('any two pages: bands tell where the columns of both went', async () => {
  const columns = fc.array(fc.integer({ min: 0, max: 12 }), { minLength: 1, maxLength: 80 });
  await fc.assert(
    fc.asyncProperty(columns, columns, async (before, after) => {
      fc.pre(before.join() !== after.join());
      const found = await explain(before, after);
      const sum = (kind: ColumnChange['kind']) =>
        found.columns.reduce((all, band) => all + (band.kind === kind ? band.width : 0), 0);
      if (found.columns.length === 0) {
        expect(found.rows.length > 0 || found.alignedDiffPixels === found.diffPixels).toBe(true);
      } else {
        expect(sum('inserted') - sum('removed')).toBe(after.length - before.length);
        expect(found.alignedDiffPixels).toBeLessThan(found.diffPixels);
      }
      for (const band of found.columns) {
        expect(band.x + (band.kind === 'removed' ? 0 : band.width)).toBeLessThanOrEqual(after.length);
        expect(band.baseX + (band.kind === 'inserted' ? 0 : band.width)).toBeLessThanOrEqual(before.length);
        if (band.kind === 'moved') {
          expect(after.slice(band.x, band.x + band.width)).toEqual(
            before.slice(band.baseX, band.baseX + band.width),
          );
        }
      }
    }),
    { numRuns: 100 },
  );
});
