import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { compareIn } from '../compare.js';
import { type Settings, settingsOf } from '../comparison/settings.js';
import { decodeFile } from '../decode.js';
import { withEngine } from '../engine.js';
import { ImageError } from '../imageError.js';
import { readPng } from '../readPng.js';
import { compareInputs } from './compareInputs.js';

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

const whole = (files: readonly [Uint8Array, Uint8Array], settings: Settings) =>
  withEngine((engine) => {
    const [a, b] = files.map((file) => decodeFile(engine, readPng(engine, file)));
    if (!a || !b) throw new Error('there are two files');
    return compareIn(engine, [a, b], settings);
  });

const banded = (
  files: readonly [Uint8Array, Uint8Array],
  settings: Settings,
  band: number,
  { window = 32, note = 1 } = {},
) =>
  withEngine((engine) => {
    const read = [readPng(engine, files[0]), readPng(engine, files[1])] as const;
    return compareInputs(engine, read, settings, { band, window, note });
  });

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
        const settings = settingsOf({ antiAliasing, threshold, similarity: true, ignore: { before, after } });
        expect(await banded(files, settings, band)).toEqual(await whole(files, settings));
      },
    ),
    { numRuns: 400 },
  );
});

/** Noise that is the same for the same line, or plain. */
const lines = fc.array(fc.constantFrom(0, 0, ...Array.from({ length: 60 }, (_, i) => i + 1)), {
  minLength: 1,
  maxLength: 150,
});
const edit = fc.record({
  from: fc.nat(150),
  removed: fc.nat(40),
  inserted: fc.array(fc.nat(99), { maxLength: 40 }),
  movedTo: fc.option(fc.nat(150)),
});

const edited = (
  before: readonly number[],
  { from, removed, inserted, movedTo }: typeof edit extends fc.Arbitrary<infer T> ? T : never,
) => {
  const after = [...before];
  const taken = after.splice(from, removed, ...inserted);
  if (movedTo !== null) after.splice(movedTo, 0, ...taken);
  return after.length > 0 ? after : [1];
};

/** A page of lines that are rows or columns, with spots. */
function drawLines(
  stripes: readonly number[],
  across: number,
  isRows: boolean,
  spots: readonly (readonly [number, number, number])[],
  colorType: 0 | 2 | 4 | 6 = 6,
): Buffer {
  const [width, height] = isRows ? [across, stripes.length] : [stripes.length, across];
  const png = new PNG({ width, height });
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [line, place] = isRows ? [y, x] : [x, y];
      const stripe = stripes[line] ?? 0;
      const look = stripe === 0 ? 255 : Math.imul(stripe * 71 + (place >> 1), 0x9e37_79b1) >>> 24;
      png.data.set([look, look, (look * 3) & 255, 255], (y * width + x) * 4);
    }
  }
  for (const [x, y, level] of spots) {
    png.data.set([level, level, level, 255], ((y % height) * width + (x % width)) * 4);
  }
  return PNG.sync.write(png, { colorType, inputHasAlpha: true });
}

test('an explanation in bands of any height is that of the whole images', async () => {
  let shifted = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        before: lines,
        edits: fc.array(edit, { maxLength: 3 }),
        across: fc.integer({ min: 1, max: 90 }),
      }),
      fc.boolean(),
      fc.tuple(spots, spots),
      fc.record({ antiAliasing: fc.boolean(), before: boxes, after: boxes, hasIgnored: fc.boolean() }),
      fc.record({
        band: fc.integer({ min: 1, max: 45 }),
        window: fc.integer({ min: 32, max: 70 }),
        note: fc.constantFrom(1, 3000, 20_000),
        format: fc.constantFrom(0 as const, 2 as const, 4 as const, 6 as const),
      }),
      async (
        { before, edits, across },
        isRows,
        marks,
        { antiAliasing, hasIgnored, ...boxes },
        { band, format, ...portions },
      ) => {
        const after = edits.reduce(edited, before);
        const files = [
          drawLines(before, across, isRows, marks[0], format),
          drawLines(after, across, isRows, marks[1], format),
        ] as const;
        const settings = settingsOf({ antiAliasing, explain: true, ...(hasIgnored && { ignore: boxes }) });
        const expected = await whole(files, settings);
        if (expected.explanation?.rows.length || expected.explanation?.columns.length) shifted++;
        expect(await banded(files, settings, band, portions)).toEqual(expected);
      },
    ),
    { numRuns: 400 },
  );
  // Chance must not leave out what this is about.
  expect(shifted).toBeGreaterThan(20);
}, 60_000);

test.each(['a', 'b'] as const)(
  'image %s may be one that the engine keeps, which stays as it is',
  async (side) => {
    const [before, after] = [
      Array.from({ length: 120 }, (_, i) => (i % 60) + 1),
      [...Array.from({ length: 20 }, () => 70)],
    ];
    const files = [
      drawLines(before, 30, true, []),
      drawLines([...after, ...before], 30, true, [[3, 90, 0]]),
    ] as const;
    const settings = settingsOf({
      explain: true,
      ignore: {
        before: [{ x: 3, y: 4, width: 9, height: 9 }],
        after: [{ x: 3, y: 24, width: 9, height: 9 }],
      },
    });
    const expected = await whole(files, settings);
    expect(expected.explanation?.rows).toHaveLength(1);
    await withEngine(async (engine) => {
      const kept = decodeFile(engine, readPng(engine, files[side === 'a' ? 0 : 1]));
      const pixels = engine.view(kept.pixels, kept.width * kept.height * 4).slice();
      const file = readPng(engine, files[side === 'a' ? 1 : 0]);
      const inputs = side === 'a' ? ([kept, file] as const) : ([file, kept] as const);
      expect(await compareInputs(engine, inputs, settings, { band: 7, window: 32, note: 1 })).toEqual(
        expected,
      );
      expect(engine.view(kept.pixels, pixels.length)).toEqual(pixels);
    });
  },
);

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
  ])('%s is invalid', async (_, a, b) => {
    for (const band of [1, 7, 100]) {
      for (const explain of [false, true]) {
        await expect(banded([a, b], settingsOf({ explain }), band)).rejects.toThrow(ImageError);
      }
    }
  });
});
