import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { compareDecoding, compareIn, settingsOf } from '../compare.js';
import { decodeFile } from '../decode.js';
import { withEngine } from '../engine.js';
import { ImageError } from '../imageError.js';
import { readPng } from '../readPng.js';

interface Picture {
  width: number;
  height: number;
  /** Where its colors are taken from, over and over. */
  levels: number[];
  /** Pixels that have one color are this wide and high. */
  cell: number;
}

type Samples = readonly [number, number, number, number];

/** Writes pictures in formats whose rows come in order, with any row filter. */
function write(
  { width, height, levels, cell }: Picture,
  spots: readonly (readonly [number, number, number])[],
  { colorType, filterType, alpha }: { colorType: 0 | 2 | 4 | 6; filterType: number; alpha: number[] },
): Buffer {
  const png = new PNG({ width, height });
  const at = (list: readonly number[], i: number) => list[i % list.length] ?? 0;
  const set = (x: number, y: number, samples: Samples) => png.data.set(samples, (y * width + x) * 4);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const place = Math.floor(x / cell) * 7 + Math.floor(y / cell) * 3;
      const color = [0, 1, 2].map((channel) => at(levels, place + channel)) as [number, number, number];
      set(x, y, [...color, alpha.length > 0 ? at(alpha, place) : 255]);
    }
  }
  for (const [x, y, level] of spots) set(x % width, y % height, [level, level, level, 255]);
  return PNG.sync.write(png, { colorType, filterType, inputHasAlpha: true });
}

const level = fc.constantFrom(0, 1, 40, 128, 129, 200, 255);
const picture = fc.record({
  width: fc.integer({ min: 1, max: 150 }),
  height: fc.integer({ min: 1, max: 40 }),
  levels: fc.array(level, { minLength: 20, maxLength: 40 }),
  cell: fc.constantFrom(1, 2, 5, 40),
});
const format = fc.record({
  colorType: fc.constantFrom(0 as const, 2 as const, 4 as const, 6 as const),
  filterType: fc.integer({ min: 0, max: 4 }),
  alpha: fc.array(fc.constantFrom(0, 100, 255), { maxLength: 9 }),
});
const spots = fc.array(fc.tuple(fc.nat(200), fc.nat(50), level), { maxLength: 40 });
const edge = fc.integer({ min: -3, max: 60 });
const boxes = fc.array(fc.record({ x: edge, y: edge, width: edge, height: edge }), { maxLength: 4 });

const whole = (files: readonly [Uint8Array, Uint8Array], settings: ReturnType<typeof settingsOf>) =>
  withEngine((engine) => {
    const [a, b] = files.map((file) => decodeFile(engine, readPng(engine, file)));
    if (!a || !b) throw new Error('there are two files');
    return compareIn(engine, [a, b], settings);
  });

const banded = (
  files: readonly [Uint8Array, Uint8Array],
  settings: ReturnType<typeof settingsOf>,
  band: number,
) =>
  withEngine((engine) =>
    compareDecoding(engine, [readPng(engine, files[0]), readPng(engine, files[1])], settings, band),
  );

test('a comparison in bands of any height is that of the whole images', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        one: picture,
        other: fc.option(picture),
        marks: fc.tuple(spots, spots),
        formats: fc.tuple(format, format),
      }),
      fc.record({
        antiAliasing: fc.boolean(),
        threshold: fc.constantFrom(0, 0.063, 0.3),
        before: boxes,
        after: boxes,
      }),
      fc.integer({ min: 1, max: 45 }),
      async ({ one, other, marks, formats }, { antiAliasing, threshold, before, after }, band) => {
        const files = [
          write(one, marks[0], formats[0]),
          write(other ?? one, marks[1], other ? formats[1] : { ...formats[1], alpha: formats[0].alpha }),
        ] as const;
        const settings = settingsOf({ antiAliasing, threshold, ignore: { before, after } });
        expect(banded(files, settings, band)).toEqual(await whole(files, settings));
      },
    ),
    { numRuns: 400 },
  );
});

describe('a file that is damaged behind its first rows', () => {
  const plain = { width: 30, height: 60, levels: [10, 90, 200], cell: 1 };
  const rgb = { colorType: 2 as const, filterType: 4, alpha: [] };
  const sound = write(plain, [], rgb);
  const short = write({ ...plain, height: 59 }, [], rgb);
  // The header of the higher one with the rows of the other.
  const damaged = Buffer.concat([sound.subarray(0, 33), short.subarray(33)]);
  const lower = write({ ...plain, height: 5 }, [], rgb);

  test.each([
    ['before', damaged, sound],
    ['after', sound, damaged],
    ['before, far below the other', damaged, lower],
    ['after, far below the other', lower, damaged],
  ])('%s is invalid', (_, a, b) => {
    for (const band of [1, 7, 100]) {
      expect(() => banded([a, b], settingsOf({}), band)).toThrow(ImageError);
    }
  });
});
