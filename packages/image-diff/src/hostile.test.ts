import { Buffer } from 'node:buffer';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chunk, header, type Layout, paint, scanlines, signature } from '../tests/buildPng.js';
import { compare } from './compare.js';
import { decode } from './decode.js';
import { Engine } from './engine.js';
import { ImageError } from './imageError.js';
import { inspect } from './inspect.js';

/** Files with edited chunks. `npm run fuzz:images` sets more. */
const mutants = Number(process.env.SVC_FUZZ_IMAGES ?? 1500);

/** What becomes of a file in an engine that nothing has used, and the bytes of memory that it took. */
function judge(png: Uint8Array): { verdict: string; memory: number } {
  const engine = new Engine();
  let verdict = 'taken';
  try {
    decode(engine, png);
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    verdict = error.code;
  }
  return { verdict, memory: engine.run.memory.buffer.byteLength };
}

/** What becomes of a file that is compared with a sound one, which is decoded at the same time. */
async function judgeCompared(png: Uint8Array, isAfter: boolean): Promise<string> {
  const sound = assemble(kinds[0] ?? []);
  try {
    await (isAfter ? compare(sound, png) : compare(png, sound));
    return 'taken';
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    return error.code;
  }
}

const megabyte = 1024 * 1024;
const file = (layout: Layout, ...chunks: Buffer[]) =>
  Buffer.concat([signature, header(layout), ...chunks, chunk('IEND')]);

interface Piece {
  type: string;
  data: Buffer;
}

/** A small legal file of each kind, in chunks. */
const kinds: readonly Piece[][] = [
  { colorType: 0, bitDepth: 1 },
  { colorType: 0, bitDepth: 16 },
  { colorType: 2, bitDepth: 8 },
  { colorType: 3, bitDepth: 2 },
  { colorType: 3, bitDepth: 8 },
  { colorType: 4, bitDepth: 8 },
  { colorType: 6, bitDepth: 8 },
  { colorType: 6, bitDepth: 16 },
].flatMap(({ colorType, bitDepth }) =>
  [0, 1].map((interlace) => {
    const layout = { width: 9, height: 7, colorType, bitDepth, interlace };
    const channels = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }[colorType] ?? 1;
    const most = 2 ** bitDepth - 1;
    const rows = scanlines(layout, (x, y) =>
      Array.from({ length: channels }, (_, c) => (x * 3 + y + c) & most),
    );
    const start = header(layout);
    return [
      { type: 'IHDR', data: start.subarray(8, 21) },
      ...(colorType === 3 ? [{ type: 'PLTE', data: Buffer.alloc(3 * Math.min(256, most + 1), 90) }] : []),
      ...(colorType === 3 ? [{ type: 'tRNS', data: Buffer.from([0, 128]) }] : []),
      ...(colorType === 2 ? [{ type: 'tRNS', data: Buffer.alloc(6, 1) }] : []),
      { type: 'IDAT', data: deflateSync(rows) },
      { type: 'IEND', data: Buffer.alloc(0) },
    ];
  }),
);
const assemble = (pieces: readonly Piece[]) =>
  Buffer.concat([signature, ...pieces.map(({ type, data }) => chunk(type, data))]);

/** What a hostile sender changes within chunks, with checksums that are right again. */
const edit = fc.record({
  at: fc.nat(),
  how: fc.constantFrom('flip', 'set', 'cut', 'repeat', 'insert'),
  value: fc.integer({ min: 0, max: 255 }),
  length: fc.integer({ min: 1, max: 20 }),
});
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

function apply(data: Buffer, { at, how, value, length }: Edit): Buffer {
  const start = data.length === 0 ? 0 : at % data.length;
  const [head, tail] = [data.subarray(0, start), data.subarray(start)];
  if (how === 'cut') return Buffer.concat([head, tail.subarray(length)]);
  if (how === 'repeat') return Buffer.concat([head, tail.subarray(0, length), tail]);
  if (how === 'insert') return Buffer.concat([head, Buffer.alloc(length, value), tail]);
  const changed = Buffer.from(data);
  if (data.length > 0) changed[start] = how === 'set' ? value : (changed[start] ?? 0) ^ (1 << (value & 7));
  return changed;
}

test('legal files of every kind are taken', () => {
  for (const pieces of kinds) expect(judge(assemble(pieces)).verdict).toBe('taken');
});

test('every byte of a legal file may be anything: it is an image or a typed error', () => {
  for (const pieces of kinds) {
    const whole = assemble(pieces);
    for (let at = 0; at < whole.length; at++) {
      const broken = Buffer.from(whole);
      broken[at] = (broken[at] ?? 0) ^ (1 << (at % 8));
      expect(judge(broken).verdict, `byte ${at}`).toMatch(/^IMAGE_/);
    }
  }
});

test('a file cut off anywhere is refused, of every kind', () => {
  for (const pieces of kinds) {
    const whole = assemble(pieces);
    for (let length = 0; length < whole.length; length++) {
      expect(judge(whole.subarray(0, length)).verdict, `${length} bytes`).toBe('IMAGE_INVALID');
    }
  }
});

test('edited chunks with right checksums end in an image or a typed error, in little memory', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...kinds),
      fc.array(fc.tuple(fc.nat(), edit), { minLength: 1, maxLength: 4 }),
      fc.boolean(),
      async (pieces, edits, isAfter) => {
        const edited = pieces.map(({ type, data }, i) => ({
          type,
          data: edits
            .filter(([which]) => which % pieces.length === i)
            .reduce((d, [, e]) => apply(d, e), data),
        }));
        const mutant = assemble(edited);
        const { verdict, memory } = judge(mutant);
        expect(verdict).toMatch(/^(taken|IMAGE_INVALID|IMAGE_TOO_LARGE)$/);
        expect(memory).toBeLessThan(4 * megabyte);
        expect(await judgeCompared(mutant, isAfter)).toBe(verdict);
      },
    ),
    { numRuns: mutants },
  );
});

test('chunks dropped, doubled and in any order end in an image or a typed error', () => {
  fc.assert(
    fc.property(fc.constantFrom(...kinds), fc.array(fc.nat(), { maxLength: 8 }), (pieces, order) => {
      const some = order.flatMap((i) => pieces[i % pieces.length] ?? []);
      expect(judge(assemble(some)).verdict).toMatch(/^(taken|IMAGE_INVALID|IMAGE_TOO_LARGE)$/);
    }),
    { numRuns: 500 },
  );
});

describe('bombs', () => {
  test('20,000 × 20,000 in 50 kB is refused by its header', () => {
    const layout = { width: 20_000, height: 20_000, colorType: 0, bitDepth: 1 };
    const bomb = file(layout, chunk('IDAT', deflateSync(Buffer.alloc(2501 * 20_000), { level: 9 })));
    expect(bomb.length).toBeLessThan(60_000);
    const { verdict, memory } = judge(bomb);
    expect(verdict).toBe('IMAGE_TOO_LARGE');
    expect(memory).toBeLessThan(megabyte);
  });

  test('a size that a few bytes cannot hold takes no memory', () => {
    const { verdict, memory } = judge(
      file({ width: 8000, height: 8000 }, chunk('IDAT', deflateSync(Buffer.alloc(100)))),
    );
    expect(verdict).toBe('IMAGE_INVALID');
    expect(memory).toBeLessThan(megabyte);
  });

  test('image data beyond the size are not inflated', () => {
    const { verdict, memory } = judge(
      file({ width: 3, height: 2 }, chunk('IDAT', deflateSync(Buffer.alloc(64 * megabyte)))),
    );
    expect(verdict).toBe('IMAGE_INVALID');
    expect(memory).toBeLessThan(2 * megabyte);
  });

  test('compressed text and profiles are not inflated', () => {
    const bomb = deflateSync(Buffer.alloc(64 * megabyte));
    const { verdict, memory } = judge(
      file(
        { width: 3, height: 2 },
        chunk('iCCP', Buffer.concat([Buffer.from('profile\0\0'), bomb])),
        chunk('zTXt', Buffer.concat([Buffer.from('Comment\0\0'), bomb])),
        chunk('IDAT', deflateSync(scanlines({ width: 3, height: 2 }, () => [1, 2, 3, 4]))),
      ),
    );
    expect(verdict).toBe('taken');
    expect(memory).toBeLessThan(2 * megabyte);
  });

  test('200,000 empty chunks of image data are only long', () => {
    const data = deflateSync(scanlines({ width: 3, height: 2 }, () => [1, 2, 3, 4]));
    const empty = Buffer.concat(Array.from({ length: 200_000 }, () => chunk('IDAT')));
    expect(judge(file({ width: 3, height: 2 }, empty, chunk('IDAT', data))).verdict).toBe('taken');
  });

  test('the largest image takes its pixels and little more', () => {
    const [width, height] = [8192, 8192];
    const rows = deflateSync(Buffer.alloc(1025 * height), { level: 1 });
    const { verdict, memory } = judge(
      file({ width, height, colorType: 0, bitDepth: 1 }, chunk('IDAT', rows)),
    );
    expect(verdict).toBe('taken');
    expect(memory).toBeLessThan(width * height * 4 + 2 * megabyte);
  });
});

test('refusals reach every caller of compare and inspect, and the next image is unaffected', async () => {
  const [good, other] = [paint(6, 6, () => [9, 9, 9, 255]), paint(6, 6, () => [200, 9, 9, 255])];
  const before = await inspect(good);
  for (let at = 0; at < good.length; at++) {
    const broken = Buffer.from(good);
    broken[at] = (broken[at] ?? 0) ^ 4;
    await expect(inspect(broken)).rejects.toBeInstanceOf(ImageError);
    await expect(compare(good, broken)).rejects.toBeInstanceOf(ImageError);
  }
  expect(await inspect(good)).toEqual(before);
  expect(await compare(good, other)).toMatchObject({ diffPixels: 36 });
});

test('a very wide and a very high image, both legal, are refused together', async () => {
  const wide = paint(40_000, 1, () => [0, 0, 0, 255]);
  const high = paint(1, 40_000, () => [0, 0, 0, 255]);
  await expect(compare(wide, high, { explain: true })).rejects.toMatchObject({
    name: 'ImageError',
    code: 'IMAGE_TOO_LARGE',
    message: 'images of 40000 × 1 and 1 × 40000 pixels are too unlike to compare',
  });
});
