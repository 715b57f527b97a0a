import { Buffer } from 'node:buffer';
import { deflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { buildPng, chunk, header, type Layout, paint, scanlines, signature } from '../tests/buildPng.js';
import { compare } from './compare.js';
import { decode } from './decode.js';
import { withEngine } from './engine.js';
import { ImageError } from './imageError.js';
import { inspect } from './inspect.js';
import { readPng, withoutTrailer } from './readPng.js';

const grey = () => [100, 100, 100, 255];
const small = paint(3, 2, grey);
const layout: Layout = { width: 3, height: 2 };
const rows = scanlines(layout, grey);
const image = chunk('IDAT', deflateSync(rows));
const end = chunk('IEND');
const file = (...chunks: Buffer[]) => Buffer.concat([signature, ...chunks]);

function refusal(png: Uint8Array): string {
  try {
    withEngine((engine) => decode(engine, png));
  } catch (error) {
    if (error instanceof ImageError) return `${error.code} ${error.message}`;
    throw error;
  }
  return 'taken';
}

test('takes a whole file and says what it is', () => {
  expect(withEngine((engine) => readPng(engine, small)).header).toMatchObject({
    width: 3,
    height: 2,
    bitDepth: 8,
    colorType: 6,
    interlaced: false,
  });
});

test('takes image data in many chunks, empty ones included', () => {
  const data = deflateSync(rows);
  const parts = [...data].map((byte) => chunk('IDAT', Uint8Array.of(byte)));
  expect(refusal(file(header(layout), chunk('IDAT'), ...parts, end))).toBe('taken');
});

test('keeps nothing that is not pixels', () => {
  const text = chunk('tEXt', Buffer.from('Comment\0hello'));
  const gamma = chunk('gAMA', Buffer.from([0, 0, 1, 0]));
  const parts = (png: Buffer) => withEngine((engine) => readPng(engine, png));
  expect(parts(file(header(layout), gamma, text, image, text, end))).toEqual(parts(small));
});

test('the sum of the brightest bytes does not overflow', () => {
  const white = { width: 300, height: 40 };
  const line = Buffer.concat([Buffer.of(0), Buffer.alloc(1200, 255)]);
  const lines = Buffer.concat(Array.from({ length: white.height }, () => line));
  expect(refusal(file(header(white), chunk('IDAT', deflateSync(lines)), end))).toBe('taken');
});

test('refuses a file cut off anywhere', () => {
  for (let length = 0; length < small.length; length++) {
    expect(refusal(small.subarray(0, length)), `${length} bytes`).toMatch(/^IMAGE_INVALID/);
  }
});

test('any flipped byte is refused', () => {
  for (let at = 0; at < small.length; at++) {
    const broken = Buffer.from(small);
    broken[at] = (broken[at] ?? 0) ^ 0x10;
    expect(refusal(broken), `byte ${at}`).toMatch(/^IMAGE_/);
  }
});

test('noise never does anything but be refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.boolean(), (noise, withSignature) => {
      expect(refusal(withSignature ? file(Buffer.from(noise)) : noise)).toMatch(/^IMAGE_INVALID/);
    }),
  );
});

test('legal chunks in any order are taken only in a legal one', () => {
  const parts = { IHDR: header(layout), IDAT: image, IEND: end, text: chunk('tEXt', Buffer.from('a\0b')) };
  fc.assert(
    fc.property(fc.array(fc.constantFrom('IHDR', 'IDAT', 'IEND', 'text')), (order) => {
      const legal = /^IHDR(,text)*,IDAT(,text)*,IEND$/.test(order.join());
      const verdict = refusal(file(...order.map((name) => parts[name])));
      expect(verdict.startsWith('taken')).toBe(legal);
    }),
  );
});

describe('size', () => {
  const claim = (width: number, height: number) =>
    refusal(file(header({ width, height }), chunk('IDAT', deflateSync(Buffer.alloc(100))), end));

  test.each([
    [0, 1],
    [1, 0],
    [0, 0],
    [0x8000_0000, 1],
  ])('%d × %d is invalid', (width, height) => {
    expect(claim(width, height)).toMatch(/^IMAGE_INVALID/);
  });

  test.each([
    [20_000, 20_000],
    [0x7fff_ffff, 0x7fff_ffff],
    [64 * 1024 * 1024 + 1, 1],
    [64 * 1024 * 1024, 1],
    [1, 64 * 1024 * 1024],
    [256 * 1024 + 1, 1],
    [1, 256 * 1024 + 1],
  ])('%d × %d is too large', (width, height) => {
    expect(claim(width, height)).toMatch(/^IMAGE_TOO_LARGE/);
  });

  test.each([
    [256 * 1024, 1],
    [1, 256 * 1024],
  ])('%d × %d is taken', (width, height) => {
    const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
    const plain = header({ width, height, colorType: 0, bitDepth: 1 });
    expect(refusal(file(plain, chunk('IDAT', deflateSync(rows)), end))).toBe('taken');
  });

  test('a size within the limit that the data do not have is invalid', () => {
    expect(claim(8000, 8000)).toMatch(/^IMAGE_INVALID .* where its size needs/);
  });

  test('a bomb is refused without being inflated', () => {
    const bomb = deflateSync(Buffer.alloc(64 * 1024 * 1024));
    expect(refusal(file(header(layout), chunk('IDAT', bomb), end))).toMatch(/^IMAGE_INVALID/);
  });

  test('16 bits a channel halve what is taken', () => {
    const deep = header({ width: 8000, height: 8000, bitDepth: 16 });
    expect(refusal(file(deep, image, end))).toMatch(/^IMAGE_TOO_LARGE/);
  });
});

describe('refuses', () => {
  const withFilter = (filter: number) => {
    const bad = Buffer.from(rows);
    bad[bad.length / 2] = filter;
    return chunk('IDAT', deflateSync(bad));
  };
  const wrongChecksum = Buffer.from(image);
  wrongChecksum[wrongChecksum.length - 1] = (wrongChecksum.at(-1) ?? 0) ^ 1;
  const start = header(layout);
  const indexed = header({ ...layout, colorType: 3 });
  const onePixelIndexed = chunk('IDAT', deflateSync(Buffer.alloc(8)));

  const cases: [string, Buffer, RegExp][] = [
    ['another format', Buffer.from('GIF89a'), /not a PNG/],
    ['a wrong checksum', file(start, wrongChecksum, end), /IDAT has a wrong checksum/],
    ['animation control', file(start, chunk('acTL', Buffer.alloc(8)), image, end), /animated/],
    ['animation frames', file(start, image, chunk('fdAT', Buffer.alloc(8)), end), /animated/],
    ['no image data', file(start, end), /no image data/],
    ['split image data', file(start, image, chunk('tEXt'), image, end), /not together/],
    [
      'one byte too many',
      file(start, chunk('IDAT', deflateSync(Buffer.concat([rows, Buffer.of(0)]))), end),
      /bytes where|longer/,
    ],
    ['one byte too few', file(start, chunk('IDAT', deflateSync(rows.subarray(1))), end), /bytes where/],
    [
      'bytes behind the compressed stream',
      file(start, chunk('IDAT', Buffer.concat([deflateSync(rows), Buffer.of(1, 2)])), end),
      /after its image data/,
    ],
    ['a stream that is not zlib', file(start, chunk('IDAT', Buffer.from('nonsense')), end), /corrupt/],
    [
      'a wrong Adler checksum',
      file(start, chunk('IDAT', Buffer.concat([deflateSync(rows).subarray(0, -1), Buffer.of(77)])), end),
      /corrupt/,
    ],
    ['an unknown row filter', file(start, withFilter(5), end), /row filter 5/],
    ['an unknown critical chunk', file(start, chunk('ABCD'), image, end), /critical chunk ABCD/],
    ['a second header', file(start, start, image, end), /critical chunk IHDR/],
    ['a chunk type that is not letters', file(start, chunk('1234'), image, end), /bad chunk type/],
    ['an end with data', file(start, image, chunk('IEND', Buffer.of(1))), /IEND is not empty/],
    ['no palette', file(indexed, onePixelIndexed, end), /no palette/],
    [
      'a palette of a wrong length',
      file(indexed, chunk('PLTE', Buffer.alloc(4)), onePixelIndexed, end),
      /PLTE/,
    ],
    [
      'two palettes',
      file(indexed, chunk('PLTE', Buffer.alloc(3)), chunk('PLTE', Buffer.alloc(3)), onePixelIndexed, end),
      /PLTE/,
    ],
    [
      'more transparency than palette',
      file(indexed, chunk('PLTE', Buffer.alloc(3)), chunk('tRNS', Buffer.alloc(2)), onePixelIndexed, end),
      /tRNS/,
    ],
    ['transparency beside alpha', file(start, chunk('tRNS', Buffer.alloc(6)), image, end), /tRNS/],
    ['an unknown color type', file(header({ ...layout, colorType: 5 }), image, end), /color type 5/],
    [
      'a depth that the color type lacks',
      file(header({ ...layout, bitDepth: 4 }), image, end),
      /with 4 bits/,
    ],
    ['an unknown interlace method', file(header({ ...layout, interlace: 2 }), image, end), /interlace/],
  ];

  test.each(cases)('%s', (_, png, reason) => {
    const verdict = refusal(png);
    expect(verdict).toMatch(/^IMAGE_INVALID/);
    expect(verdict).toMatch(reason);
  });
});

test('every interlaced size has exactly the bytes that its passes need', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 20 }), (width, height) => {
      expect(refusal(buildPng({ width, height, interlace: 1 }, grey))).toBe('taken');
    }),
  );
});

describe('what follows the end of a file', () => {
  const trailers = [Buffer.of(0), Buffer.from('PK\x03\x04 IEND'), small, Buffer.alloc(100_000, 0xff)];

  test.each(trailers)('does not count (%#)', async (trailer) => {
    const longer = Buffer.concat([small, trailer]);
    expect(withoutTrailer(longer)).toEqual(small);
    const [{ byteHash, ...one }, { byteHash: other, ...more }] = [
      await inspect(small),
      await inspect(longer),
    ];
    expect([more, other === byteHash]).toEqual([one, false]);
    expect(await compare(longer, small)).toMatchObject({ equal: true });
  });

  test('is nothing where a file has no end', () => {
    expect(withoutTrailer(small)).toBe(small);
    for (let length = 0; length < small.length; length++) {
      const cut = small.subarray(0, length);
      expect(withoutTrailer(cut)).toBe(cut);
    }
    const endless = Buffer.concat([small.subarray(0, 8), Buffer.alloc(40, 0xff)]);
    expect(withoutTrailer(endless)).toBe(endless);
  });
});
