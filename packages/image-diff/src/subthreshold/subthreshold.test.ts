import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paint } from '../../tests/buildPng.js';
import { compare } from '../compare.js';
import { ciede2000, labOf } from './colorDifference.js';

type Color = readonly [number, number, number, number];
const white: Color = [255, 255, 255, 255];
const cream: Color = [255, 255, 224, 255];

test('a whole page whose background turns from white to cream', async () => {
  const text = (x: number, y: number) => y % 20 > 12 && x % 5 < 3;
  const page = (background: Color) =>
    paint(200, 100, (x, y) => (text(x, y) ? [20, 20, 20, 255] : background));
  const { equal, diffPercentage, mask, subthreshold } = await compare(page(white), page(cream));
  expect({ equal, diffPercentage, mask }).toEqual({ equal: true, diffPercentage: 0, mask: null });
  expect(subthreshold.pixels).toBe(200 * 100 - 35 * 120);
  expect(subthreshold.area).toBeGreaterThan(60);
  expect(subthreshold.maxDeltaE).toBeCloseTo(ciede2000(labOf(0xffff_ffff), labOf(0xffe0_ffff)), 9);
});

test('colors that no eye tells apart are not an area', async () => {
  const { subthreshold } = await compare(
    paint(60, 40, () => [100, 100, 100, 255]),
    paint(60, 40, () => [101, 101, 101, 255]),
  );
  expect(subthreshold).toMatchObject({ pixels: 2400, area: 0 });
  expect(subthreshold.maxDeltaE).toBeLessThan(1);
});

test('noise and gradients are not an area', async () => {
  const gradient = (shift: number) => paint(128, 64, (x, y) => [x + shift, y * 2, 128 + shift, 255]);
  const { subthreshold } = await compare(gradient(0), gradient(9), { threshold: 0.2 });
  expect(subthreshold).toEqual({ pixels: 128 * 64, area: 0, maxDeltaE: 0 });
});

test('files of the same pixels differ by nothing', async () => {
  const page = paint(30, 20, () => white);
  const nothing = { pixels: 0, area: 0, maxDeltaE: 0 };
  expect((await compare(page, page)).subthreshold).toEqual(nothing);
  const clear = (level: number) => paint(30, 20, () => [level, 0, 0, 0]);
  expect((await compare(clear(1), clear(200))).subthreshold).toEqual(nothing);
});

test('a flat area counts although thousands of pairs of colors come before and behind it', async () => {
  const noise = (x: number, y: number, seed: number): Color => {
    const h = Math.imul(x * 7919 + y * 104_729 + seed, 2_654_435_761) >>> 0;
    return [h & 255, (h >> 8) & 255, (h >> 16) & 255, 255];
  };
  // Blocks of 2 × 2 pixels, each of colors of its own, have a pixel in a flat area.
  const page = (seed: number, background: Color) =>
    paint(256, 256, (x, y) => (y > 100 && y < 150 ? background : noise(x >> 1, y >> 1, seed)));
  const { subthreshold } = await compare(page(1, white), page(2, cream), { threshold: 0.9 });
  expect(subthreshold.area).toBeGreaterThan((48 / 256) * 100 - 0.2);
});

test('pixels and areas are those that looking at each pixel finds', async () => {
  const colors: Color[] = [
    white,
    cream,
    [254, 255, 255, 255],
    [0, 0, 0, 255],
    [255, 0, 0, 0],
    [0, 9, 0, 0],
    [9, 9, 9, 120],
  ];
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 70 }),
      fc.integer({ min: 1, max: 8 }),
      fc.constantFrom(0, 0.063, 0.3, 1),
      fc.array(fc.tuple(fc.nat(6), fc.nat(6), fc.integer({ min: 1, max: 90 })), {
        minLength: 20,
        maxLength: 60,
      }),
      async (width, height, threshold, runs) => {
        // Runs of equal pairs, row by row, so that there are flat areas.
        const pairs = runs.flatMap(([a, b, length]) => Array.from({ length }, () => [a, b] as const));
        const pairAt = (x: number, y: number) => pairs[(y * width + x) % pairs.length] ?? ([0, 0] as const);
        const side = (which: 0 | 1) =>
          paint(width, height, (x, y) => [...(colors[pairAt(x, y)[which]] ?? white)]);
        const { diffPixels, subthreshold } = await compare(side(0), side(1), {
          threshold,
          antiAliasing: false,
        });
        const pixel = (index: number) => {
          const [red, green, blue, alpha] = colors[index] ?? white;
          return red | (green << 8) | (blue << 16) | (alpha << 24);
        };
        const isClear = (index: number) => colors[index]?.[3] === 0;
        let [unequal, visible, maxDeltaE] = [0, 0, 0];
        for (let y = 0; y < height; y++) {
          for (let x = 0; x < width; x++) {
            const [a, b] = pairAt(x, y);
            if (a === b || (isClear(a) && isClear(b))) continue;
            unequal++;
            const same = ([c, d]: readonly [number, number]) => c === a && d === b;
            if (!(x > 0 && y > 0 && same(pairAt(x - 1, y)) && same(pairAt(x, y - 1)))) continue;
            const deltaE = ciede2000(labOf(pixel(a)), labOf(pixel(b)));
            maxDeltaE = Math.max(maxDeltaE, deltaE);
            if (deltaE >= 2) visible++;
          }
        }
        expect(subthreshold.pixels).toBe(unequal - diffPixels);
        if (threshold === 1) {
          expect(subthreshold.area).toBeCloseTo((visible / (width * height)) * 100, 9);
          expect(subthreshold.maxDeltaE).toBe(maxDeltaE);
        }
      },
    ),
    { numRuns: 150 },
  );
});
