import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paint } from '../tests/buildPng.js';
import { compare } from './compare.js';

type Color = readonly [red: number, green: number, blue: number];

interface Spot {
  x: number;
  y: number;
  before: Color;
  after: Color;
}

interface Page {
  width: number;
  height: number;
  /** Where the spots begin. */
  at: readonly [x: number, y: number];
  background: Color;
}

const plainPage: Page = { width: 40, height: 30, at: [0, 0], background: [255, 255, 255] };

/** The fingerprint of a change of spots on a page. */
async function print(spots: readonly Spot[], { width, height, at, background }: Page = plainPage) {
  const image = (of: 'before' | 'after') =>
    paint(width, height, (x, y) => {
      const spot = spots.find((one) => one.x + at[0] === x && one.y + at[1] === y);
      return [...(spot ? spot[of] : background), 255];
    });
  const options = { explain: true, antiAliasing: false, threshold: 0 };
  const { explanation } = await compare(image('before'), image('after'), options);
  return explanation?.fingerprint;
}

/** A square of as many transitions as it has pixels. */
const icon: Spot[] = Array.from({ length: 16 }, (_, i) => ({
  x: i % 4,
  y: i >> 2,
  before: [250, i * 10, 0],
  after: [0, i * 10, 250],
}));
/** One transition. */
const fill: Spot[] = icon.map((spot) => ({ ...spot, before: [255, 0, 0], after: [0, 0, 255] }));

const elsewhere: Page = { ...plainPage, at: [11, 7] };
const onAnother: Page = { width: 60, height: 25, at: [30, 12], background: [20, 30, 40] };

test('has 32 hexadecimal digits, and stays what it is', async () => {
  expect(await print(icon)).toMatch(/^[0-9a-f]{32}$/);
  expect(await print(icon)).toBe(await print(icon));
});

test('is that of the same change elsewhere and on other pages', async () => {
  expect(await print(icon, elsewhere)).toBe(await print(icon));
  expect(await print(icon, onAnother)).toBe(await print(icon));
});

test('tells plain changes apart by their place, but not by what is around them', async () => {
  expect(await print(fill, elsewhere)).not.toBe(await print(fill));
  expect(await print(fill, { ...onAnother, at: [11, 7] })).toBe(await print(fill, elsewhere));
});

test('depends on how spots lie to each other', async () => {
  const spread = icon.map((spot) => (spot.x === 3 ? { ...spot, x: 30 } : spot));
  const further = icon.map((spot) => (spot.x === 3 ? { ...spot, x: 31 } : spot));
  expect(await print(spread)).not.toBe(await print(icon));
  expect(await print(spread)).not.toBe(await print(further));
});

test('depends on the direction', async () => {
  const back = icon.map((spot) => ({ ...spot, before: spot.after, after: spot.before }));
  expect(await print(back)).not.toBe(await print(icon));
});

test('of inserted rows is that of the same rows, above whatever', async () => {
  const banner = (rest: Color, bannerAt: number, extra: number) => {
    const row = (y: number) => [rest[0], (y * 7) & 255, (y * 13) & 255, 255];
    return {
      before: paint(20, 60, (_, y) => row(y)),
      after: paint(20, 64, (x, y) => {
        if (y >= bannerAt && y < bannerAt + 4) return [x * 10, y - bannerAt + extra, 99, 255];
        return row(y < bannerAt ? y : y - 4);
      }),
    };
  };
  const printOf = async (pair: { before: Uint8Array; after: Uint8Array }) => {
    const { explanation } = await compare(pair.before, pair.after, { explain: true, antiAliasing: false });
    expect(explanation?.rows).toMatchObject([{ kind: 'inserted', height: 4 }]);
    return explanation?.fingerprint;
  };
  const first = await printOf(banner([0, 0, 0], 20, 0));
  expect(await printOf(banner([200, 0, 0], 31, 0))).toBe(first);
  expect(await printOf(banner([0, 0, 0], 20, 1))).not.toBe(first);
});

const channel = fc.integer({ min: 0, max: 255 });
const color = fc.tuple(channel, channel, channel);
const change = fc.uniqueArray(
  fc
    .record({ x: fc.nat(9), y: fc.nat(9), before: color, after: color })
    .filter(({ before, after }) => Math.abs(before[1] - after[1]) > 20),
  { minLength: 1, maxLength: 30, selector: ({ x, y }) => x + 10 * y },
);

test('does not depend on the surroundings, and changes with any one color', async () => {
  await fc.assert(
    fc.asyncProperty(change, color, fc.nat(), channel, async (spots, background, which, level) => {
      const first = await print(spots);
      expect(await print(spots, { ...plainPage, background, width: 55 })).toBe(first);
      const changed = spots.map((spot, i): Spot => {
        if (i !== which % spots.length) return spot;
        const [red, green, blue] = spot.after;
        return { ...spot, after: [(red + 1 + (level % 255)) & 255, green, blue] };
      });
      expect(await print(changed)).not.toBe(first);
    }),
    { numRuns: 60 },
  );
});

test('is whole where a change is larger than what is hashed at once', async () => {
  const noise = (seed: number) => (x: number, y: number) => {
    const level = Math.imul(x * 65_599 + y * 8191 + seed, 0x9e37_79b1);
    return [(level >>> 24) & 255, (level >>> 16) & 255, (level >>> 8) & 255, 255];
  };
  const size = 300;
  const before = paint(size, size, noise(1));
  const printTo = async (after: Uint8Array) =>
    (await compare(before, after, { explain: true, antiAliasing: false, threshold: 0 })).explanation
      ?.fingerprint;
  const other = noise(2);
  const first = await printTo(paint(size, size, other));
  expect(await printTo(paint(size, size, other))).toBe(first);
  for (const place of [0, 65_536, size * size - 1]) {
    const spoilt = paint(size, size, (x, y) => (y * size + x === place ? [1, 2, 3, 255] : other(x, y)));
    expect(await printTo(spoilt)).not.toBe(first);
  }
});
