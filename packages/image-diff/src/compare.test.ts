import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { paint } from '../tests/buildPng.js';
import { compare } from './compare.js';
import { maskColor } from './encodeMask.js';

const white = () => [255, 255, 255, 255];
const blank = paint(20, 10, white);
const withSquare = paint(20, 10, (x, y) => (x >= 4 && x < 7 && y >= 2 && y < 5 ? [0, 0, 0, 255] : white()));

/** Coordinates that a mask marks, and nothing but its two colors. */
function marked(mask: Uint8Array | null): string[] {
  if (!mask) return [];
  const { width, data } = PNG.sync.read(Buffer.from(mask));
  const found: string[] = [];
  for (let i = 0; i < data.length; i += 4) {
    if (data[i + 3] === 0) continue;
    expect([...data.subarray(i, i + 4)]).toEqual([...maskColor, 255]);
    found.push(`${(i / 4) % width},${Math.floor(i / 4 / width)}`);
  }
  return found;
}

test('equal bytes are equal', async () => {
  expect(await compare(blank, blank)).toEqual({
    equal: true,
    diffPixels: 0,
    diffPercentage: 0,
    ignoredPixels: 0,
    subthreshold: { pixels: 0, area: 0, maxDeltaE: 0 },
    similarity: null,
    width: 20,
    height: 10,
    mask: null,
    explanation: null,
  });
});

test('counts and marks what changed', async () => {
  const result = await compare(blank, withSquare);
  expect(result).toMatchObject({ equal: false, diffPixels: 9, diffPercentage: 4.5, width: 20, height: 10 });
  expect(marked(result.mask)).toEqual(['4,2', '5,2', '6,2', '4,3', '5,3', '6,3', '4,4', '5,4', '6,4']);
});

test('a size difference counts the area that only one image covers', async () => {
  const taller = await compare(blank, paint(20, 15, white));
  expect(taller).toMatchObject({ diffPixels: 100, width: 20, height: 15 });
  expect(taller.diffPercentage).toBeCloseTo(100 / 3);
  expect(marked(taller.mask)).toHaveLength(100);

  const crossed = await compare(paint(4, 2, white), paint(2, 4, white));
  expect(crossed).toMatchObject({ diffPixels: 8, diffPercentage: 50, width: 4, height: 4 });
  expect(marked(crossed.mask)).toEqual(['2,0', '3,0', '2,1', '3,1', '0,2', '1,2', '0,3', '1,3']);
});

test('the threshold says how far a color may move', async () => {
  const faint = paint(20, 10, () => [250, 250, 250, 255]);
  expect(await compare(blank, faint)).toMatchObject({ equal: true });
  expect(await compare(blank, faint, { threshold: 0.01 })).toMatchObject({
    diffPixels: 200,
    diffPercentage: 100,
  });
  expect(await compare(blank, withSquare, { threshold: 1 })).toMatchObject({ equal: true });
  await expect(compare(blank, blank, { threshold: 1.1 })).rejects.toBeInstanceOf(RangeError);
  await expect(compare(blank, blank, { threshold: Number.NaN })).rejects.toBeInstanceOf(RangeError);
});

test('anti-aliased edges are left out unless asked for', async () => {
  const edge = (offset: number) =>
    paint(40, 40, (x, y) => {
      const cover = Math.min(1, Math.max(0, x - (y * 0.37 + 8 + offset)));
      const level = Math.round(255 * cover);
      return [level, level, level, 255];
    });
  const ignored = await compare(edge(0), edge(0.4));
  const counted = await compare(edge(0), edge(0.4), { antiAliasing: false });
  expect(ignored.diffPixels).toBeLessThan(counted.diffPixels);
  expect(ignored).toMatchObject({ diffPixels: 0 });
  expect(counted).toMatchObject({ diffPixels: 50 });
});

const image = fc.record({
  width: fc.integer({ min: 1, max: 12 }),
  height: fc.integer({ min: 1, max: 12 }),
  levels: fc.array(fc.constantFrom(0, 40, 128, 200, 255), { minLength: 36, maxLength: 36 }),
});
type Image = typeof image extends fc.Arbitrary<infer T> ? T : never;
const draw = ({ width, height, levels }: Image) =>
  paint(width, height, (x, y) =>
    [0, 1, 2, 3].map((channel) => levels[(x * 7 + y * 3 + channel) % levels.length] ?? 0),
  );

test('counts, masks and symmetry hold for any two images', async () => {
  await fc.assert(
    fc.asyncProperty(image, image, fc.boolean(), async (one, other, antiAliasing) => {
      const [a, b] = [draw(one), draw(other)];
      const forth = await compare(a, b, { antiAliasing });
      const back = await compare(b, a, { antiAliasing });
      expect(back.diffPixels).toBe(forth.diffPixels);
      expect(forth.equal).toBe(forth.diffPixels === 0);
      expect(forth.diffPercentage).toBeLessThanOrEqual(100);
      expect(marked(forth.mask)).toHaveLength(forth.diffPixels);
    }),
    { numRuns: 60 },
  );
});

test('the count is pixelmatch’s', async () => {
  await fc.assert(
    fc.asyncProperty(
      image,
      image,
      fc.double({ min: 0, max: 0.5, noNaN: true }),
      async (one, other, threshold) => {
        const { width, height } = one;
        const [a, b] = [draw(one), draw({ ...other, width, height })];
        const theirs = pixelmatch(PNG.sync.read(a).data, PNG.sync.read(b).data, undefined, width, height, {
          threshold,
        });
        expect((await compare(a, b, { threshold })).diffPixels).toBe(theirs);
      },
    ),
    { numRuns: 60 },
  );
});
