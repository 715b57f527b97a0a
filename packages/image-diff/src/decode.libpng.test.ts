import { Buffer } from 'node:buffer';
import { constants, deflateSync, inflateSync, type ZlibOptions } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { channelCount, chunk, filter, header, type Layout, scanlines, signature } from '../tests/buildPng.js';
import { decode, decodeFiles } from './decode.js';
import { withEngine } from './engine.js';
import { ImageError } from './imageError.js';
import { readPng } from './readPng.js';

const depths: Record<number, number[]> = {
  0: [1, 2, 4, 8, 16],
  2: [8, 16],
  3: [1, 2, 4, 8],
  4: [8, 16],
  6: [8, 16],
};
const formats = Object.entries(depths).flatMap(([type, bits]) =>
  bits.map((bitDepth) => ({ colorType: Number(type), bitDepth })),
);

function ours(png: Uint8Array): Buffer {
  return withEngine((engine) => {
    const { width, height, pixels } = decode(engine, png);
    return Buffer.from(engine.view(pixels, width * height * 4));
  });
}

function refusal(png: Uint8Array): string | null {
  try {
    ours(png);
    return null;
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    return error.message;
  }
}

/** RGBA8 as libpng reads it, through sharp. */
function libpng(png: Uint8Array): Promise<Buffer> {
  return sharp(png).toColorspace('srgb').ensureAlpha().raw({ depth: 'uchar' }).toBuffer();
}

interface Drawing {
  layout: Required<Layout>;
  filters: number[];
  transparent: boolean;
  /** Samples repeat in runs, as in a page, or are noise. */
  flat: boolean;
  seed: number;
  deflate: ZlibOptions;
  /** Bytes of an IDAT chunk. */
  split: number;
  /** A byte of the image data, in its thousandths, and what is changed in it. */
  damage?: { place: number; bits: number };
}

function mix(...numbers: number[]): number {
  let h = 0;
  for (const n of numbers) h = Math.imul((h ^ n) + 0x9e3779b1, 0x85ebca77) ^ (h >>> 13);
  return (h ^ (h >>> 16)) >>> 0;
}

function draw({ layout, filters, transparent, flat, seed, deflate, split, damage }: Drawing): Buffer {
  const { bitDepth, colorType } = layout;
  const values = 2 ** bitDepth;
  const samplesAt = (x: number, y: number) =>
    Array.from({ length: channelCount[colorType] ?? 0 }, (_, c) =>
      flat ? (mix(seed, c, x >> 4, y >> 2) % 5) * Math.floor((values - 1) / 4) : mix(seed, c, x, y) % values,
    );
  const before: Buffer[] = [];
  if (colorType === 3)
    before.push(chunk('PLTE', Buffer.from(Array.from({ length: values * 3 }, (_, i) => mix(seed, i) & 255))));
  if (transparent && colorType === 3) {
    before.push(
      chunk('tRNS', Buffer.from(Array.from({ length: 1 + (seed % values) }, (_, i) => mix(i, seed) & 255))),
    );
  }
  if (transparent && (colorType === 0 || colorType === 2)) {
    before.push(chunk('tRNS', Buffer.from(samplesAt(0, 0).flatMap((sample) => [sample >> 8, sample & 255]))));
  }
  const rows = filter(layout, scanlines(layout, samplesAt), (row) => filters[row % filters.length] ?? 0);
  const data = deflateSync(rows, deflate);
  if (damage) {
    const at = Math.floor((damage.place * data.length) / 1000);
    data[at] = (data[at] ?? 0) ^ damage.bits;
  }
  const pieces = Array.from({ length: Math.ceil(data.length / split) }, (_, i) =>
    data.subarray(i * split, (i + 1) * split),
  );
  return Buffer.concat([
    signature,
    header(layout),
    ...before,
    ...pieces.map((piece) => chunk('IDAT', piece)),
    chunk('IEND'),
  ]);
}

const drawing = (sides: fc.Arbitrary<number>): fc.Arbitrary<Drawing> =>
  fc.record({
    layout: fc
      .tuple(sides, sides, fc.constantFrom(...formats), fc.constantFrom(0, 1))
      .map(([width, height, format, interlace]) => ({ width, height, interlace, ...format })),
    filters: fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 6 }),
    transparent: fc.boolean(),
    flat: fc.boolean(),
    seed: fc.nat(),
    deflate: fc.record({
      level: fc.integer({ min: 0, max: 9 }),
      memLevel: fc.integer({ min: 1, max: 9 }),
      windowBits: fc.integer({ min: 9, max: 15 }),
      strategy: fc.constantFrom(
        constants.Z_DEFAULT_STRATEGY,
        constants.Z_FILTERED,
        constants.Z_HUFFMAN_ONLY,
        constants.Z_RLE,
        constants.Z_FIXED,
      ),
    }),
    split: fc.constantFrom(7, 100, 8192, 1 << 20),
  });

describe.each(formats)('color type $colorType with $bitDepth bits', (format) => {
  const kinds = [0, 1].flatMap((interlace) => [0, 1, 2, 3, 4].map((filter) => ({ interlace, filter })));

  test.each(kinds)(
    'interlace $interlace, filter $filter: pixels are libpng’s',
    async ({ interlace, filter }) => {
      for (const transparent of [false, true]) {
        for (const flat of [false, true]) {
          const png = draw({
            layout: { width: 53, height: 19, interlace, ...format },
            filters: [filter],
            transparent,
            flat,
            seed: 5,
            deflate: {},
            split: 8192,
          });
          expect(ours(png).equals(await libpng(png))).toBe(true);
        }
      }
    },
  );
});

test('pixels are libpng’s for any small image', async () => {
  await fc.assert(
    fc.asyncProperty(drawing(fc.integer({ min: 1, max: 24 })), async (image) => {
      const png = draw(image);
      expect([...ours(png)]).toEqual([...(await libpng(png))]);
    }),
    { numRuns: 250 },
  );
});

test('pixels are libpng’s for images larger than the window', async () => {
  await fc.assert(
    fc.asyncProperty(drawing(fc.integer({ min: 150, max: 400 })), async (image) => {
      const png = draw(image);
      expect(ours(png).equals(await libpng(png))).toBe(true);
    }),
    { numRuns: 12 },
  );
});

/** Pixels of two files that are decoded together, or what is wrong with one of them. */
function together(files: readonly [Uint8Array, Uint8Array]): Buffer[] | string {
  try {
    return withEngine((engine) => {
      const images = decodeFiles(engine, [readPng(engine, files[0]), readPng(engine, files[1])]);
      return images.map(({ width, height, pixels }) => Buffer.from(engine.view(pixels, width * height * 4)));
    });
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    return error.message;
  }
}

test('two images that are decoded together are what each is alone', () => {
  const side = fc.oneof(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 25, max: 300 }));
  fc.assert(
    fc.property(drawing(side), drawing(side), (...images) => {
      const files = [draw(images[0]), draw(images[1])] as const;
      const found = together(files);
      expect(typeof found).toBe('object');
      for (const [i, file] of files.entries()) expect(ours(file).equals(found[i] as Buffer)).toBe(true);
    }),
    { numRuns: 60 },
  );
});

test('a damaged image is refused beside another as it is alone', () => {
  const side = fc.integer({ min: 1, max: 60 });
  const damage = fc.record({ place: fc.nat(999), bits: fc.integer({ min: 1, max: 255 }) });
  let refused = 0;
  fc.assert(
    fc.property(drawing(side), drawing(side), damage, fc.boolean(), (image, other, damage, isFirst) => {
      const damaged = draw({ ...image, damage });
      const alone = refusal(damaged);
      const files = isFirst ? ([damaged, draw(other)] as const) : ([draw(other), damaged] as const);
      const found = together(files);
      expect(typeof found === 'string').toBe(alone !== null);
      if (alone !== null) refused++;
    }),
    { numRuns: 400 },
  );
  expect(refused).toBeGreaterThan(300);
});

test('pixels are libpng’s for rows longer than the window', async () => {
  for (const [width, height] of [
    [90_000, 2],
    [2, 90_000],
  ] as const) {
    for (const colorType of [2, 6]) {
      const png = draw({
        layout: { width, height, colorType, bitDepth: 8, interlace: 0 },
        filters: [0, 1, 2, 3, 4],
        transparent: false,
        flat: true,
        seed: 1,
        deflate: { level: 1 },
        split: 8192,
      });
      expect(ours(png).equals(await libpng(png)), `${width} × ${height}`).toBe(true);
    }
  }
});

test('a palette index without a color is opaque black, as for libpng', async () => {
  const png = Buffer.concat([
    signature,
    header({ width: 3, height: 1, colorType: 3 }),
    chunk('PLTE', Buffer.from([10, 20, 30])),
    chunk('IDAT', deflateSync(Buffer.from([0, 0, 1, 200]))),
    chunk('IEND'),
  ]);
  expect([...ours(png)]).toEqual([10, 20, 30, 255, 0, 0, 0, 255, 0, 0, 0, 255]);
  expect(ours(png)).toEqual(await libpng(png));
});

test('a palette that only suggests colors changes nothing', async () => {
  for (const colorType of [2, 6]) {
    const layout = { width: 5, height: 3, colorType };
    const samplesAt = (x: number, y: number) => [x * 40, y * 90, 7, 60 + x].slice(0, channelCount[colorType]);
    const png = Buffer.concat([
      signature,
      header(layout),
      chunk('PLTE', Buffer.from([10, 20, 30, 40, 50, 60])),
      chunk('IDAT', deflateSync(scanlines(layout, samplesAt))),
      chunk('IEND'),
    ]);
    expect([...ours(png)]).toEqual([...(await libpng(png))]);
  }
});

test.each([
  [0, 1],
  [0, 2],
  [0, 4],
  [0, 8],
  [2, 8],
])(
  'color type %d: of the transparent samples only the lowest %d bits matter',
  async (colorType, bitDepth) => {
    const layout = { width: 4, height: 1, colorType, bitDepth };
    const samplesAt = (x: number) => [x % 2, x % 2, x % 2].slice(0, channelCount[colorType]);
    const png = Buffer.concat([
      signature,
      header(layout),
      chunk('tRNS', Buffer.from([0x11, 1, 0x11, 1, 0x11, 1].slice(0, 2 * (channelCount[colorType] ?? 0)))),
      chunk('IDAT', deflateSync(scanlines(layout, samplesAt))),
      chunk('IEND'),
    ]);
    const alphas = [...ours(png)].filter((_, i) => i % 4 === 3);
    expect(alphas).toEqual([255, 0, 255, 0]);
    expect([...ours(png)]).toEqual([...(await libpng(png))]);
  },
);

/** Image data whose checksums are right, whatever they are: what a hostile sender makes. */
function withImageData(layout: Layout, data: Buffer): Buffer {
  return Buffer.concat([signature, header(layout), chunk('IDAT', data), chunk('IEND')]);
}

function verdict(png: Uint8Array): string {
  try {
    ours(png);
  } catch (error) {
    if (error instanceof ImageError) return error.code;
    throw error;
  }
  return 'taken';
}

describe('hostile image data', () => {
  const layout = { width: 24, height: 16, colorType: 2, bitDepth: 8, interlace: 0 };
  const samples = scanlines(layout, (x, y) => [x * y, (x * 5) ^ y, mix(x, y) & 31].map((v) => v & 255));
  const streams = [
    ['fixed codes', deflateSync(samples, { strategy: constants.Z_FIXED })],
    ['codes of its own', deflateSync(samples, { level: 9 })],
    ['stored blocks', deflateSync(samples, { level: 0 })],
  ] as const;

  test.each(streams)('%s: cut off anywhere is invalid', (_, data) => {
    for (let length = 0; length < data.length; length++) {
      expect(verdict(withImageData(layout, data.subarray(0, length))), `${length} bytes`).toBe(
        'IMAGE_INVALID',
      );
    }
  });

  const zlibTakes = (data: Buffer) => {
    try {
      return inflateSync(data).equals(samples);
    } catch {
      return false;
    }
  };

  test.each(streams)('%s: a flipped bit is invalid wherever it is for zlib', (_, data) => {
    let taken = 0;
    for (let at = 0; at < data.length; at++) {
      const broken = Buffer.from(data);
      broken[at] = (broken[at] ?? 0) ^ (1 << (at & 7));
      const wanted = zlibTakes(broken) ? 'taken' : 'IMAGE_INVALID';
      if (wanted === 'taken') taken++;
      expect(verdict(withImageData(layout, broken)), `byte ${at}`).toBe(wanted);
    }
    // The bits between the end of the last block and the next byte mean nothing.
    expect(taken).toBeLessThanOrEqual(1);
  });

  test('noise behind a zlib header is invalid', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 200, maxLength: 2000 }), (noise) => {
        const data = Buffer.concat([Buffer.from([0x78, 0x9c]), noise]);
        expect(verdict(withImageData(layout, data))).toBe('IMAGE_INVALID');
      }),
      { numRuns: 500 },
    );
  });

  test('a distance behind the first byte is invalid', () => {
    // One block of fixed codes: literal 0, then 3 bytes from 2 bytes back. Codes begin with their highest bit.
    const bits = ['1', '10', '00110000', '0000001', '00001'];
    const bytes = bits.join('').padEnd(24, '0').match(/.{8}/g) ?? [];
    const block = bytes.map((byte) => Number.parseInt([...byte].reverse().join(''), 2));
    const data = Buffer.concat([Buffer.from([0x78, 0x9c, ...block]), Buffer.alloc(200)]);
    expect(() => inflateSync(data)).toThrow('distance too far back');
    expect(verdict(withImageData(layout, data))).toBe('IMAGE_INVALID');
  });

  test('64 megapixels of zeros are taken, twice as many rows in the data are not', () => {
    const large = { width: 8192, height: 8192, colorType: 0, bitDepth: 1, interlace: 0 };
    const rows = Buffer.alloc(1025 * 8192);
    expect(verdict(withImageData(large, deflateSync(rows, { level: 1 })))).toBe('taken');
    const bomb = deflateSync(Buffer.alloc(rows.length * 8), { level: 1 });
    expect(verdict(withImageData(large, bomb))).toBe('IMAGE_INVALID');
  });
});
