import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paint } from '../tests/buildPng.js';
import { compare } from './compare.js';

type PixelAt = (x: number, y: number) => number[];

/** On white, by the weights of ITU-R BT.601. */
function brightness([red = 0, green = 0, blue = 0, alpha = 0]: number[]): number {
  const luma = (red * 77 + green * 150 + blue * 29) >> 8;
  return alpha === 255 ? luma : 255 - Math.trunc(((255 - luma) * alpha) / 255);
}

/** Written as the paper has it. */
function similarityOf(width: number, height: number, a: PixelAt, b: PixelAt): number {
  const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  let total = 0;
  for (let top = 0; top < height; top += 8) {
    for (let left = 0; left < width; left += 8) {
      const places = Array.from({ length: 64 }, (_, i) => [left + (i % 8), top + (i >> 3)] as const).filter(
        ([x, y]) => x < width && y < height,
      );
      const [valuesA, valuesB] = [a, b].map((pixelAt) => places.map(([x, y]) => brightness(pixelAt(x, y))));
      if (!valuesA || !valuesB) throw new Error('there are two images');
      const [meanA, meanB] = [mean(valuesA), mean(valuesB)];
      const spread = (one: number[], other: number[]) =>
        mean(one.map((value, i) => (value - mean(one)) * ((other[i] ?? 0) - mean(other))));
      const same = (2 * meanA * meanB + c1) * (2 * spread(valuesA, valuesB) + c2);
      const most =
        (meanA ** 2 + meanB ** 2 + c1) * (spread(valuesA, valuesA) + spread(valuesB, valuesB) + c2);
      total += (same / most) * places.length;
    }
  }
  return total / (width * height);
}

test('the similarity is that of the paper', async () => {
  const side = fc.integer({ min: 1, max: 30 });
  await fc.assert(
    fc.asyncProperty(side, side, fc.nat(99), fc.boolean(), async (width, height, seed, isOpaque) => {
      const pixelAt =
        (look: number): PixelAt =>
        (x, y) => {
          const value = Math.imul((x + 3) * (y + 7), 0x9e37_79b1 + (x > 9 ? look : 0)) >>> 8;
          return [value & 255, (value >> 8) & 255, (value >> 16) & 255, isOpaque ? 255 : (value >> 4) & 255];
        };
      const [a, b] = [pixelAt(0), pixelAt(seed)];
      const { similarity } = await compare(paint(width, height, a), paint(width, height, b), {
        similarity: true,
      });
      expect(similarity).toBeCloseTo(similarityOf(width, height, a, b), 6);
    }),
    { numRuns: 150 },
  );
});

const checks =
  (light: number): PixelAt =>
  (x, y) =>
    Array.from({ length: 3 }, () => ((x + y) & 1 ? light : 255 - light)).concat(255);

test('equal images are wholly similar, opposite ones the reverse, and what only one has is not', async () => {
  const of = async (a: Uint8Array, b: Uint8Array, options = {}) =>
    (await compare(a, b, { similarity: true, ...options })).similarity;
  const [one, opposite] = [paint(40, 24, checks(255)), paint(40, 24, checks(0))];
  expect(await of(one, one)).toBe(1);
  expect(await of(one, opposite)).toBeLessThan(-0.98);
  expect(await of(one, paint(40, 48, checks(255)))).toBeCloseTo(0.5, 6);
  const whole = { x: 0, y: 0, width: 40, height: 24 };
  expect(await of(one, opposite, { ignore: { before: [whole], after: [] } })).toBe(1);
  expect((await compare(one, opposite)).similarity).toBeNull();
});

test('what is below the threshold is not a change, but less similar', async () => {
  const faint = paint(40, 24, (x, y) =>
    checks(255)(x, y).map((value, i) => (i < 3 ? Math.abs(value - 4) : value)),
  );
  const found = await compare(paint(40, 24, checks(255)), faint, { similarity: true });
  expect(found.equal).toBe(true);
  expect(found.similarity).toBeLessThan(1);
});
