import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { paint } from '../../tests/buildPng.js';
import { compare } from '../compare.js';
import type { Box } from '../thumbnail.js';

const [width, height] = [160, 120];

interface Placed {
  look: number;
  box: Box;
}

const ground = [248, 249, 250, 255];

/** Blocks of noise on a page, each look another. */
function pixelOf(blocks: readonly Placed[], x: number, y: number): number[] {
  const block = blocks.findLast(
    ({ box }) => x >= box.x && x < box.x + box.width && y >= box.y && y < box.y + box.height,
  );
  if (!block) return ground;
  const [column, row] = [x - block.box.x, y - block.box.y];
  const noise =
    Math.imul(block.look * 8191 + row * 211 + column, 0x9e37_79b1) ^ Math.imul(row + 7, 0x85eb_ca6b);
  // Dark, so that it counts everywhere.
  return [(noise >>> 8) & 127, (noise >>> 16) & 127, (noise >>> 24) & 127, 255];
}

const page = (blocks: readonly Placed[]) => paint(width, height, (x, y) => pixelOf(blocks, x, y));

const at = (look: number, x: number, y: number, w = 30, h = 20): Placed => ({
  look,
  box: { x, y, width: w, height: h },
});

async function explain(before: readonly Placed[], after: readonly Placed[]) {
  // Some pixels of noise could be anti-aliasing.
  const comparison = await compare(page(before), page(after), { explain: true, antiAliasing: false });
  if (!comparison.explanation) throw new Error('The pages are equal.');
  return { ...comparison, ...comparison.explanation };
}

const still = at(9, 4, 100, 150, 12);

test('a block that moved in both directions is told, and nothing beside it', async () => {
  const [from, to] = [at(1, 5, 6), at(1, 110, 60)];
  const found = await explain([from, still], [to, still]);
  expect(found).toMatchObject({
    rows: [],
    columns: [],
    moves: [{ from: from.box, to: to.box }],
    alignedDiffPixels: 0,
    regions: [
      { ...from.box, kind: 'moved', base: from.box },
      { ...to.box, kind: 'moved', base: from.box },
    ],
  });
});

test('what changed beside a block that moved is counted and marked', async () => {
  const [from, to] = [at(1, 5, 6), at(1, 110, 60)];
  const found = await explain([from, still], [to, still, at(5, 60, 30, 5, 5)]);
  expect(found.moves).toHaveLength(1);
  expect(found.alignedDiffPixels).toBe(25);
  const clear = paint(width, height, () => [0, 0, 0, 0]);
  const marks = await compare(found.alignedMask ?? new Uint8Array(), clear, { antiAliasing: false });
  expect(marks.diffPixels).toBe(25);
  expect(found.regions.map(({ kind }) => kind)).toEqual(['moved', 'added', 'moved']);
});

test('blocks that swap their places have both moved', async () => {
  const found = await explain([at(1, 5, 6), at(2, 110, 60), still], [at(2, 5, 6), at(1, 110, 60), still]);
  expect(found.moves).toEqual([
    { from: at(2, 110, 60).box, to: at(2, 5, 6).box },
    { from: at(1, 5, 6).box, to: at(1, 110, 60).box },
  ]);
  expect(found.alignedDiffPixels).toBe(0);
});

test('a card with round corners and shades that moved is one block', async () => {
  const draw = (x: number, y: number) =>
    sharp(
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300">
        <rect width="100%" height="100%" fill="#f8f9fa"/>
        <rect x="10" y="270" width="380" height="20" fill="#212529"/>
        <g transform="translate(${x} ${y})">
          <rect x="0.5" y="0.5" width="119" height="79" rx="9" fill="#fff" stroke="#868e96"/>
          <circle cx="30" cy="30" r="17" fill="#e8590c"/><path d="M60 20 110 35" stroke="#1c7ed6"/>
        </g></svg>`),
    )
      .removeAlpha()
      .png()
      .toBuffer();
  const { explanation } = await compare(await draw(20, 20), await draw(230, 140), { explain: true });
  expect(explanation).toMatchObject({
    rows: [],
    columns: [],
    moves: [
      { from: { x: 20, y: 20, width: 120, height: 80 }, to: { x: 230, y: 140, width: 120, height: 80 } },
    ],
    alignedDiffPixels: 0,
  });
});

test('parts that moved alike are one block', async () => {
  const parts = (x: number, y: number) => [at(1, x, y, 20, 10), at(2, x, y + 28, 20, 10)];
  const found = await explain([...parts(5, 6), still], [...parts(120, 45), still]);
  expect(found.moves).toEqual([
    { from: { x: 5, y: 6, width: 20, height: 38 }, to: { x: 120, y: 45, width: 20, height: 38 } },
  ]);
});

test.each([
  ['copied', [at(1, 5, 6)], [at(1, 5, 6), at(1, 110, 60)]],
  ['replaced by others', [at(1, 5, 6)], [at(2, 110, 60)]],
  ['moved onto what was something else', [at(1, 5, 6), at(3, 110, 60)], [at(1, 110, 60)]],
])('a block that was %s has not moved', async (_what, before, after) => {
  const found = await explain([...before, still], [...after, still]);
  expect(found.moves).toEqual([]);
  expect(found.alignedDiffPixels).toBe(found.diffPixels);
  expect(found.alignedMask).toBeNull();
});

test('a block moved anywhere far enough is told, and the way back as well', async () => {
  const block = fc
    .record({ w: fc.integer({ min: 8, max: 40 }), h: fc.integer({ min: 8, max: 30 }) })
    .chain(({ w, h }) => {
      const place = fc.record({ x: fc.nat(width - w), y: fc.nat(95 - h) });
      return fc.record({ w: fc.constant(w), h: fc.constant(h), from: place, to: place });
    })
    // Regions less than 17 pixels apart are one. In the same rows or columns, these have shifted.
    .filter(({ w, h, from, to }) => Math.abs(from.x - to.x) > w + 16 && Math.abs(from.y - to.y) > h + 16);
  await fc.assert(
    fc.asyncProperty(block, async ({ w, h, from, to }) => {
      const [one, other] = [at(1, from.x, from.y, w, h), at(1, to.x, to.y, w, h)];
      const forth = await explain([one, still], [other, still]);
      fc.pre(forth.rows.length === 0 && forth.columns.length === 0);
      expect(forth.moves).toEqual([{ from: one.box, to: other.box }]);
      expect(forth.alignedDiffPixels).toBe(0);
    }),
    { numRuns: 25 },
  );
});

test('any two pages: what moved has the same pixels at both places, and is gone from the first', async () => {
  const size = fc.constantFrom({ w: 12, h: 9 }, { w: 20, h: 10 });
  const blocks = fc.array(
    fc.record({ look: fc.integer({ min: 1, max: 4 }), x: fc.nat(150), y: fc.nat(110), size }),
    { maxLength: 5 },
  );
  const block = { look: 1, size: { w: 20, h: 10 } };
  const moving: [(typeof block & { x: number; y: number })[], (typeof block & { x: number; y: number })[]] = [
    [{ ...block, x: 5, y: 6 }],
    [{ ...block, x: 110, y: 60 }],
  ];
  let told = 0;
  await fc.assert(
    fc.asyncProperty(blocks, blocks, async (one, other) => {
      const [before, after] = [one, other].map((list) =>
        list.map(({ look, x, y, size: { w, h } }) => at(look, x, y, w, h)),
      ) as [Placed[], Placed[]];
      const { equal, diffPixels, explanation } = await compare(page(before), page(after), {
        explain: true,
        antiAliasing: false,
      });
      fc.pre(!equal);
      if (!explanation) throw new Error('There is no explanation.');
      const { moves, alignedDiffPixels } = explanation;
      expect(alignedDiffPixels).toBeLessThanOrEqual(diffPixels);
      told += moves.length;
      for (const { from, to } of moves) {
        expect([to.width, to.height]).toEqual([from.width, from.height]);
        let isSame = true;
        for (let y = 0; y < to.height; y++) {
          for (let x = 0; x < to.width; x++) {
            const was = pixelOf(before, from.x + x, from.y + y);
            isSame &&= was.join() === pixelOf(after, to.x + x, to.y + y).join();
          }
        }
        expect(isSame).toBe(true);
      }
    }),
    { numRuns: 60, examples: [moving] },
  );
  expect(told).toBeGreaterThan(0);
});
