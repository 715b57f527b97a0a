import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { paint } from '../tests/buildPng.js';
import { compare } from './compare.js';
import type { Comparison } from './comparison/Comparison.js';
import type { CompareOptions } from './comparison/settings.js';
import { areaOf, coverOf } from './ignoredAreas.js';
import type { Box } from './thumbnail.js';

interface Picture {
  width: number;
  height: number;
  /** Where its pixels are taken from, over and over. */
  levels: number[];
}

const color = ({ levels }: Picture, x: number, y: number) =>
  [0, 1, 2].map((channel) => levels[(x * 7 + y * 3 + channel) % levels.length] ?? 0).concat(255);

const draw = (picture: Picture) => paint(picture.width, picture.height, (x, y) => color(picture, x, y));

const box = (x: number, y: number, width: number, height: number): Box => ({ x, y, width, height });

/** Whether a pixel, or one up to `reach` pixels from it, touches a box; written without the arithmetic of the product. */
function touches(boxes: readonly Box[], x: number, y: number, reach = 0): boolean {
  for (let i = x - reach; i <= x + reach; i++) {
    for (let j = y - reach; j <= y + reach; j++) {
      const isIn = ({ x: left, y: top, width, height }: Box) =>
        width > 0 && height > 0 && i + 1 > left && i < left + width && j + 1 > top && j < top + height;
      if (boxes.some(isIn)) return true;
    }
  }
  return false;
}

/** What pixelmatch marks of two pictures of one size. */
function matched(a: Uint8Array, b: Uint8Array, width: number, height: number, includeAA: boolean) {
  const output = new Uint8Array(a.length);
  pixelmatch(a, b, output, width, height, { threshold: 0.063, includeAA, diffMask: true });
  return (x: number, y: number) => output[(y * width + x) * 4 + 3] === 255;
}

/**
 * Counts pixel by pixel: both pictures with the boxes painted alike, what is near a box with anti-aliasing, and what only
 * one picture covers.
 */
function oracle(one: Picture, other: Picture, boxes: readonly Box[], antiAliasing: boolean): string[] {
  const [width, height] = [Math.min(one.width, other.width), Math.min(one.height, other.height)];
  const part = (picture: Picture) => {
    const rgba = new Uint8Array(width * height * 4);
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        const isIgnored = touches(boxes, x, y);
        rgba.set(isIgnored ? [1, 2, 3, 255] : color(picture, x, y), (y * width + x) * 4);
      }
    }
    return rgba;
  };
  const [a, b] = [part(one), part(other)];
  const [every, real] = [true, !antiAliasing].map((includeAA) => matched(a, b, width, height, includeAA));
  const found: string[] = [];
  for (let y = 0; y < Math.max(one.height, other.height); y++) {
    for (let x = 0; x < Math.max(one.width, other.width); x++) {
      const isIn = ({ width: w, height: h }: Picture) => x < w && y < h;
      const isMarked =
        isIn(one) && isIn(other)
          ? (touches(boxes, x, y, 2) ? every : real)?.(x, y)
          : isIn(one) || isIn(other);
      if (isMarked && !touches(boxes, x, y)) found.push(`${x},${y}`);
    }
  }
  return found;
}

function marked({ mask }: Comparison): string[] {
  if (!mask) return [];
  const { width, data } = PNG.sync.read(Buffer.from(mask));
  return Array.from({ length: data.length / 4 }, (_, i) => i)
    .filter((i) => data[i * 4 + 3] === 255)
    .map((i) => `${i % width},${Math.floor(i / width)}`);
}

const side = fc.integer({ min: 1, max: 90 });
const picture = fc.record({
  width: side,
  height: fc.integer({ min: 1, max: 14 }),
  levels: fc.array(fc.constantFrom(0, 40, 128, 200, 255), { minLength: 36, maxLength: 36 }),
});
const place = fc.oneof(fc.integer({ min: -4, max: 94 }), fc.double({ min: -4, max: 40, noNaN: true }));
const extent = fc.oneof(
  fc.integer({ min: -1, max: 12 }),
  fc.double({ min: 0, max: 6, noNaN: true }),
  fc.constant(200),
);
const anyBox = fc.record({ x: place, y: place, width: extent, height: extent });
const boxes = fc.array(anyBox, { maxLength: 4 });

test('counts and marks the pixels that an oracle does, for any pictures and boxes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(picture, picture, fc.boolean()),
      fc.tuple(boxes, boxes, fc.boolean()),
      async ([one, other, hasOneSize], [before, after, antiAliasing]) => {
        const { width, height } = hasOneSize ? one : other;
        const second = { ...other, width, height };
        const result = await compare(draw(one), draw(second), { antiAliasing, ignore: { before, after } });
        const expected = oracle(one, second, [...before, ...after], antiAliasing);
        expect(marked(result)).toEqual(expected);
        expect(result).toMatchObject({ diffPixels: expected.length, equal: expected.length === 0 });
        let ignored = 0;
        for (let y = 0; y < result.height; y++) {
          for (let x = 0; x < result.width; x++) ignored += Number(touches([...before, ...after], x, y));
        }
        expect(result.ignoredPixels).toBe(ignored);
      },
    ),
    { numRuns: 300 },
  );
});

test('what is in a box decides nothing', async () => {
  const noise = fc.array(fc.constantFrom(0, 40, 128, 255), { minLength: 11, maxLength: 11 });
  await fc.assert(
    fc.asyncProperty(picture, picture, boxes, noise, async (one, other, ignored, levels) => {
      const { width, height } = one;
      const filled = (shown: Picture, inside: Picture) =>
        paint(width, height, (x, y) => color(touches(ignored, x, y) ? inside : shown, x, y));
      const options: CompareOptions = { explain: true, ignore: { before: ignored, after: ignored } };
      const plain = { width, height, levels: [0] };
      const second = { ...other, width, height };
      const result = await compare(filled(one, plain), filled(second, plain), options);
      const disturbed = await compare(
        filled(one, { ...plain, levels }),
        filled(second, { ...plain, levels: levels.toReversed() }),
        options,
      );
      expect(disturbed).toEqual(result);
    }),
    { numRuns: 100 },
  );
});

const white = () => [255, 255, 255, 255];

test('a thin line around a box counts, though anti-aliasing could look like that', async () => {
  const ignored = box(10, 10, 20, 10);
  const outlined = (level: number) =>
    paint(40, 30, (x, y) => {
      if (touches([ignored], x, y)) return [0, 0, 0, 255];
      return touches([ignored], x, y, 1) ? [level, level, level, 255] : white();
    });
  const [before, after] = [outlined(120), outlined(180)];
  // As if the line smoothed the edge of the dark box, but near its corners.
  expect(await compare(before, after)).toMatchObject({ diffPixels: 8 });
  const ignore = { before: [ignored], after: [ignored] };
  expect(await compare(before, after, { ignore })).toMatchObject({ diffPixels: 22 * 12 - 20 * 10 });
});

describe('a box of either image', () => {
  const dotted = paint(20, 10, (x, y) => (x === 5 && y === 5 ? [0, 0, 0, 255] : white()));
  const blank = paint(20, 10, white);
  const at = [box(5, 5, 1, 1)];
  test.each([
    ['before', { before: at, after: [] }],
    ['after', { before: [], after: at }],
  ])('%s is enough', async (_, ignore) => {
    expect(await compare(blank, dotted, { ignore })).toEqual({
      equal: true,
      diffPixels: 0,
      diffPercentage: 0,
      ignoredPixels: 1,
      subthreshold: { pixels: 0, area: 0, maxDeltaE: 0 },
      similarity: null,
      width: 20,
      height: 10,
      mask: null,
      explanation: null,
    });
  });

  test('is reported for equal files, too', async () => {
    const ignore = { before: [box(15, -3, 100, 5)], after: [box(0, 0, 2.5, 1)] };
    expect(await compare(blank, blank, { ignore })).toMatchObject({ equal: true, ignoredPixels: 10 + 3 });
  });

  test('needs finite numbers', async () => {
    const ignore = { before: [], after: [box(0, 0, Number.POSITIVE_INFINITY, 1)] };
    await expect(compare(blank, dotted, { ignore })).rejects.toThrow(RangeError);
  });
});

test('an ignored box that moved with its rows is not a change beside them', async () => {
  const line = (y: number) => [(y * 37) % 256, (y * 91) % 256, (y * 13) % 256, 255];
  const clock = (y: number, time: number) => [(time * 50 + y * 11) % 256, 0, 0, 255];
  const page = (banner: number, time: number, width: number) =>
    paint(64, 200 + banner, (x, y) => {
      if (y < banner) return [200, 30, 30, 255];
      const row = y - banner;
      return row >= 100 && row < 116 && x >= 8 && x < 8 + width ? clock(row, time) : line(row);
    });
  const comparison = await compare(page(0, 1, 30), page(21, 2, 40), {
    explain: true,
    ignore: { before: [box(8, 100, 30, 16)], after: [box(8, 121, 40, 16)] },
  });
  expect(comparison.explanation).toMatchObject({
    rows: [{ kind: 'inserted', y: 0, height: 21 }],
    alignedDiffPixels: 0,
    regions: [{ x: 0, y: 0, width: 64, height: 21 }],
  });
});

test('boxes that overlap a thousand times are covered by few that do not', () => {
  const stairs = Array.from({ length: 1000 }, (_, i) => box(i, i, 2000, 2000));
  const cover = coverOf(stairs, { width: 3000, height: 3000 });
  expect(areaOf(cover)).toBe(2000 * 2000 + 999 * (2 * 2000 - 1));
  expect(cover.length).toBeLessThan(2000);
});
