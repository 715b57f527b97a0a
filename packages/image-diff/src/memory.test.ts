import { Buffer } from 'node:buffer';
import { constants, deflateSync, type ZlibOptions } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { chunk, header, signature } from '../tests/buildPng.js';
import { compare } from './compare.js';
import { decode } from './decode.js';
import { Engine, openEngine, withEngine } from './engine.js';
import { inspect } from './inspect.js';

/** Bytes that no compression makes smaller, the same for the same seed. */
function noise(length: number, seed: number, levels = 256): Buffer {
  const bytes = Buffer.alloc(length);
  for (let i = 0, h = seed; i < length; i++) {
    h = (Math.imul(h, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[i] = (h >>> 24) % levels;
  }
  return bytes;
}

/** An image of RGBA8, and of its alpha opaque, whose rows are not filtered. */
function imageOf(width: number, height: number, seed: number, options: ZlibOptions, levels?: number) {
  const rows = Array.from({ length: height }, (_, y) => noise(width * 4, seed * 1000 + y, levels));
  const data = deflateSync(Buffer.concat(rows.flatMap((row) => [Buffer.of(0), row])), options);
  return { pixels: Buffer.concat(rows), data, layout: { width, height } };
}

const fileOf = ({ layout }: ReturnType<typeof imageOf>, data: Uint8Array, piece = data.length) =>
  Buffer.concat([
    signature,
    header(layout),
    ...Array.from({ length: Math.ceil(data.length / piece) }, (_, i) =>
      chunk('IDAT', data.subarray(i * piece, (i + 1) * piece)),
    ),
    chunk('IEND'),
  ]);

const { Z_FIXED } = constants;
const streams: [string, ZlibOptions][] = [
  ['stored', { level: 0 }],
  ['with fixed codes', { strategy: Z_FIXED }],
  ['with codes of its own, many blocks', { level: 6, memLevel: 1 }],
  ['with codes of its own', { level: 9 }],
];

test.each(streams)('image data that comes in many parts, %s', (_, options) => {
  for (let seed = 1; seed <= 6; seed++) {
    for (const levels of [256, 20]) {
      const image = imageOf(200 + seed, 250 + seed, seed, options, levels);
      expect(image.data.length).toBeGreaterThan(65_536);
      for (const piece of [image.data.length, 10_007, 65_536]) {
        const found = withEngine((engine) => {
          const { pixels } = decode(engine, fileOf(image, image.data, piece));
          return Buffer.from(engine.view(pixels, image.pixels.length));
        });
        expect(found.equals(image.pixels)).toBe(true);
      }
    }
  }
});

test.each(streams)('image data that is cut off, or goes on, where a part of it ends, %s', (_, options) => {
  const image = imageOf(200, 250, 9, options);
  const read = (data: Uint8Array) => withEngine((engine) => decode(engine, fileOf(image, data)));
  for (const near of [65_528, 65_536, 131_064]) {
    for (let cut = near - 12; cut <= near + 12; cut++) {
      expect(() => read(image.data.subarray(0, cut))).toThrow(/^PNG: its image data/);
    }
  }
  expect(() => read(Buffer.concat([image.data, Buffer.alloc(1)]))).toThrow(/bytes after/);
  expect(() => read(Buffer.concat([image.data, Buffer.alloc(70_000)]))).toThrow(/bytes after/);
});

/** Bytes of the engines that did one job and no other. */
async function memoryOf(job: () => Promise<unknown>): Promise<number[]> {
  openEngine();
  openEngine();
  await job();
  return [openEngine(), openEngine()].map(({ run }) => run.memory.buffer.byteLength);
}

describe.each([
  ['what no compression makes smaller', 256],
  ['few colors', 3],
])('the engine’s memory, %s', (_, levels) => {
  const [a, b] = [1, 2].map((seed) => imageOf(700, 500 + seed, seed, { level: 1 }, levels));
  if (!a || !b) throw new Error('no images');
  const files = [fileOf(a, a.data), fileOf(b, b.data)] as const;

  test('an explanation takes at most three times the pixels of the larger image and 1 MiB', async () => {
    const [used = 0] = await memoryOf(async () => {
      expect(await compare(...files, { explain: true })).toMatchObject({ equal: false });
    });
    expect(used).toBeGreaterThan(2 * a.pixels.length);
    expect(used).toBeLessThan(3 * b.pixels.length + 1024 * 1024);
  });

  test('a comparison takes less than one image', async () => {
    const used = await memoryOf(async () => {
      expect(await compare(...files)).toMatchObject({ equal: false });
    });
    expect(used[0]).toBeLessThan(a.pixels.length);
    expect(used[1]).toBeLessThan(a.pixels.length / 2);
  });
});

test('comparing and explaining the highest images takes less than 64 MiB', async () => {
  const [width, height] = [250, 262_144];
  const data = deflateSync(Buffer.alloc((width * 3 + 1) * height), { level: 1 });
  const changed = Buffer.alloc((width * 3 + 1) * height);
  changed.fill(255, (width * 3 + 1) * 200_000 + 1, (width * 3 + 1) * 200_000 + 601);
  const layout = { width, height, colorType: 2 };
  const fileWith = (imageData: Uint8Array) =>
    Buffer.concat([signature, header(layout), chunk('IDAT', imageData), chunk('IEND')]);
  const [before, after] = [fileWith(data), fileWith(deflateSync(changed, { level: 1 }))];
  for (const explain of [false, true]) {
    const used = await memoryOf(async () => {
      expect(await compare(before, after, { explain })).toMatchObject({ diffPixels: 200, height });
    });
    expect(used.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(64 * 1024 * 1024);
  }
});

test.each([2, 0, 3])(
  'inspecting the highest images takes less than a MiB, color type %i',
  async (colorType) => {
    const [width, height] = [250, 262_144];
    const data = deflateSync(Buffer.alloc((width * (colorType === 2 ? 3 : 1) + 1) * height), { level: 1 });
    const colors = colorType === 3 ? [chunk('PLTE', Buffer.alloc(3))] : [];
    const png = Buffer.concat([
      signature,
      header({ width, height, colorType }),
      ...colors,
      chunk('IDAT', data),
      chunk('IEND'),
    ]);
    const used = await memoryOf(async () => {
      expect(await inspect(png)).toMatchObject({ width, height });
    });
    expect(used.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(1024 * 1024);
  },
);

test('explaining high images whose rows shifted takes less than 64 MiB', async () => {
  const [width, height] = [400, 30_000];
  // Rows of their own, some of which the others repeat.
  const row = (y: number) => Buffer.from([0, ...noise(width * 3, y % 4096, 3).map((level) => level * 100)]);
  const rows = Buffer.concat(Array.from({ length: height }, (_, y) => row(y)));
  const banner = Buffer.alloc((width * 3 + 1) * 20);
  const fileOfRows = (data: Buffer) => {
    const layout = { width, height: data.length / (width * 3 + 1), colorType: 2 };
    const imageData = deflateSync(data, { level: 1 });
    return Buffer.concat([signature, header(layout), chunk('IDAT', imageData), chunk('IEND')]);
  };
  const [before, after] = [fileOfRows(rows), fileOfRows(Buffer.concat([banner, rows]))];
  const used = await memoryOf(async () => {
    expect((await compare(before, after, { explain: true })).explanation).toMatchObject({
      rows: [{ kind: 'inserted', y: 0, height: 20 }],
      alignedDiffPixels: 0,
    });
  });
  expect(used.reduce((sum, bytes) => sum + bytes, 0)).toBeLessThan(64 * 1024 * 1024);
});

test('an engine takes no more than two images of the largest size and half as much again need', () => {
  const engine = new Engine();
  expect(() => engine.take(800 * 1024 * 1024)).toThrow(
    /^The image engine needs \d+ bytes and cannot have them\.$/,
  );
});
