import fc from 'fast-check';
import pixelmatch from 'pixelmatch';
import { describe, expect, test } from 'vitest';
import { compareRgba } from './compareRgba.js';
import { withEngine } from './engine.js';

const thresholds = [0, 0.063, 0.1, 1];

interface Image {
  width: number;
  height: number;
  rgba: Uint8Array;
}

type Options = { threshold: number; antiAliasing: boolean };

/** Count and changed pixels, one character each, as ours says. */
function ours(a: Image, b: Image, options: Options) {
  return withEngine((engine) => {
    const found = compareRgba(
      engine,
      { ...a, pixels: engine.put(a.rgba) },
      { ...b, pixels: engine.put(b.rgba) },
      options,
    );
    const { width, height, mask, maskPitch } = found;
    const rows = engine.view(mask, maskPitch * height);
    let marks = '';
    for (let y = 0; y < height; y++) {
      for (let x = 0; x < width; x++) {
        marks += ((rows[y * maskPitch + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
      }
    }
    return { count: found.diffPixels, marks };
  });
}

/** The same as pixelmatch says, of images of one size. */
function theirs(a: Image, b: Image, { threshold, antiAliasing }: Options) {
  const output = new Uint8Array(a.rgba.length);
  const count = pixelmatch(a.rgba, b.rgba, output, a.width, a.height, {
    threshold,
    includeAA: !antiAliasing,
    diffMask: true,
  });
  let marks = '';
  for (let i = 3; i < output.length; i += 4) marks += output[i] === 255 ? 1 : 0;
  return { count, marks };
}

function paint(width: number, height: number, colorAt: (x: number, y: number) => readonly number[]): Image {
  const rgba = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) rgba.set(colorAt(x, y), (y * width + x) * 4);
  }
  return { width, height, rgba };
}

/** Numbers from 0 to `below`, the same for the same place and seed. */
function noise(x: number, y: number, seed: number, below: number): number {
  let h = Math.imul(x + 1, 0x9e3779b1) ^ Math.imul(y + 1, 0x85ebca77) ^ Math.imul(seed + 1, 0xc2b2ae3d);
  h = Math.imul(h ^ (h >>> 15), 0x2c1b3c6d);
  h = Math.imul(h ^ (h >>> 12), 0x297a2d39);
  return ((h ^ (h >>> 15)) >>> 0) % below;
}

const grey = (level: number, alpha = 255) => [level, level, level, alpha];
const cover = (distance: number) => Math.round(255 * Math.min(1, Math.max(0, distance)));

/** Images in two states, as a page has before and after a change. */
const scenes: Record<string, (width: number, height: number, moved: number) => Image> = {
  'thin lines': (w, h, moved) =>
    paint(w, h, (x, y) => grey(cover(Math.abs(((x + y * 0.31 + moved * 0.4) % 9) - 4)))),
  'rounded corners': (w, h, moved) =>
    paint(w, h, (x, y) => grey(cover(Math.hypot(x - w / 2, y - h / 2) - Math.min(w, h) / 3 - moved * 0.3))),
  'text-like strokes': (w, h, moved) =>
    paint(w, h, (x, y) => {
      const ink = noise(Math.floor((x + moved) / 2), Math.floor(y / 3), 7, 3) === 0;
      return ink ? [noise(x + moved, y, 8, 3) * 60, 30, 40, 255] : grey(255);
    }),
  gradients: (w, h, moved) =>
    paint(w, h, (x, y) => [(x * 3 + moved * 7) & 255, (y * 5) & 255, ((x + y) * 2 + moved) & 255, 255]),
  'noise on a photograph': (w, h, moved) =>
    paint(w, h, (x, y) =>
      [0, 1, 2].map((c) => noise(x, y, c, 200) + noise(x, y, c + 3 + moved, 50)).concat(255),
    ),
  'translucent shadows': (w, h, moved) =>
    paint(w, h, (x, y) => [20, 30, 40, cover((x - y * 0.4 + moved * 0.7) / 12)]),
  'few colors, any alpha': (w, h, moved) =>
    paint(w, h, (x, y) =>
      [0, 1, 2, 3].map((c) => noise(x >> 1, y >> 1, c + (noise(x, y, 9, 5) === 0 ? moved : 0), 3) * 127),
    ),
};

describe.each(Object.entries(scenes))('%s', (_, draw) => {
  test.each([
    [67, 43],
    [150, 9],
    [16, 16],
    [33, 5],
    [5, 33],
    [1, 1],
    [1, 40],
    [40, 1],
    [2, 2],
    [3, 2],
  ])('%d × %d: count and mask are pixelmatch’s', (width, height) => {
    for (const threshold of thresholds) {
      for (const antiAliasing of [true, false]) {
        for (const moved of [1, 4]) {
          const [a, b] = [draw(width, height, 0), draw(width, height, moved)];
          expect(ours(a, b, { threshold, antiAliasing })).toEqual(theirs(a, b, { threshold, antiAliasing }));
        }
      }
    }
  });
});

const side = fc.oneof(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 6, max: 40 }));
const levels = fc.oneof(fc.constantFrom(0, 1, 127, 128, 250, 254, 255), fc.integer({ min: 0, max: 255 }));
const pixel = fc.tuple(levels, levels, levels, fc.oneof({ weight: 3, arbitrary: fc.constant(255) }, levels));

/** Two images of one size, of few colors so that neighbors are often alike. */
const pair = fc
  .record({ width: side, height: side, colors: fc.array(pixel, { minLength: 1, maxLength: 6 }) })
  .chain(({ width, height, colors }) => {
    const index = fc.array(fc.nat({ max: colors.length - 1 }), {
      minLength: width * height,
      maxLength: width * height,
    });
    const draw = (at: number[]) => paint(width, height, (x, y) => colors[at[y * width + x] ?? 0] ?? grey(0));
    return fc
      .tuple(index, index, fc.integer({ min: 1, max: 20 }))
      .map(([first, second, rarity]): [Image, Image] => [
        draw(first),
        draw(first.map((own, i) => (noise(i, 0, 1, rarity) === 0 ? (second[i] ?? 0) : own))),
      ]);
  });
const anyThreshold = fc.oneof(fc.constantFrom(...thresholds), fc.double({ min: 0, max: 1, noNaN: true }));

test('count and mask are pixelmatch’s for any two images', () => {
  fc.assert(
    fc.property(pair, anyThreshold, fc.boolean(), ([a, b], threshold, antiAliasing) => {
      expect(ours(a, b, { threshold, antiAliasing })).toEqual(theirs(a, b, { threshold, antiAliasing }));
    }),
    { numRuns: 400 },
  );
});

test('a threshold on the very distance of two colors decides as pixelmatch does', () => {
  fc.assert(
    fc.property(pixel, pixel, fc.integer({ min: -2, max: 2 }), (one, other, ulps) => {
      const [a, b] = [paint(1, 1, () => one), paint(1, 1, () => other)];
      let [low, high] = [0, 1];
      for (let i = 0; i < 60; i++) {
        const middle = (low + high) / 2;
        if (theirs(a, b, { threshold: middle, antiAliasing: false }).count > 0) low = middle;
        else high = middle;
      }
      const threshold = Math.min(1, Math.max(0, low + ulps * Number.EPSILON * low));
      expect(ours(a, b, { threshold, antiAliasing: false })).toEqual(
        theirs(a, b, { threshold, antiAliasing: false }),
      );
    }),
    { numRuns: 150 },
  );
});

test('of images of different sizes the common part is compared as if it were cut out', () => {
  const cut = ({ rgba, width }: Image, to: { width: number; height: number }) =>
    paint(to.width, to.height, (x, y) => [...rgba.subarray((y * width + x) * 4).subarray(0, 4)]);
  fc.assert(
    fc.property(
      pair,
      side,
      side,
      fc.constantFrom(...thresholds),
      fc.boolean(),
      ([a, wide], width, height, threshold, antiAliasing) => {
        const b = paint(width, height, (x, y) => [
          ...wide.rgba.subarray(((y % wide.height) * wide.width + (x % wide.width)) * 4).subarray(0, 4),
        ]);
        const common = { width: Math.min(a.width, b.width), height: Math.min(a.height, b.height) };
        const canvas = { width: Math.max(a.width, b.width), height: Math.max(a.height, b.height) };
        const inCommon = theirs(cut(a, common), cut(b, common), { threshold, antiAliasing });
        let marks = '';
        for (let y = 0; y < canvas.height; y++) {
          for (let x = 0; x < canvas.width; x++) {
            const covered = [a, b].filter((image) => x < image.width && y < image.height).length;
            marks += covered === 2 ? inCommon.marks[y * common.width + x] : covered;
          }
        }
        const count = [...marks].filter((mark) => mark === '1').length;
        expect(ours(a, b, { threshold, antiAliasing })).toEqual({ count, marks });
      },
    ),
    { numRuns: 150 },
  );
});
