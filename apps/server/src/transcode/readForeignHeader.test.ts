import { ImageError } from '@svc/image-diff';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foreignImages } from '../../testing/foreignImages.js';
import { image } from '../../testing/image.js';
import { readForeignHeader } from './readForeignHeader.js';

const { jpeg, progressive, webpLossy, webpLossless, animated, cmyk, turned, grey } = foreignImages;

/** What is said of a file: its size, null, or the error. */
function read(file: Uint8Array): string | null {
  try {
    const header = readForeignHeader(file);
    return header && `${header.format} ${header.width}x${header.height}`;
  } catch (error) {
    if (!(error instanceof ImageError)) throw error;
    return `${error.code} ${error.message}`;
  }
}

/** A copy with other bytes at a place. */
function put(file: Uint8Array, at: number, ...bytes: number[]): Uint8Array {
  const copy = new Uint8Array(file);
  copy.set(bytes, at);
  return copy;
}

/** Where the height of a JPEG is. */
const frameOf = (file: Buffer) => file.indexOf(Buffer.from([0xff, 0xc0])) + 5;

test('reads the size of every kind', () => {
  expect([jpeg, progressive, turned, grey].map(read)).toEqual(Array(4).fill('JPEG 32x16'));
  expect([webpLossy, webpLossless].map(read)).toEqual(Array(2).fill('WebP 32x16'));
});

test('a PNG has none, and other formats are refused', () => {
  expect(read(image(1))).toBeNull();
  for (const other of ['GIF89a', 'RIFF\0\0\0\0WAVE', 'RIFF', '']) {
    expect(read(Buffer.from(other))).toBe('IMAGE_INVALID It is not a PNG, JPEG or WebP file');
  }
});

test('a WebP ends where it says, and may not end earlier', () => {
  const longer = Buffer.concat([webpLossless, Buffer.alloc(9)]);
  expect(readForeignHeader(longer)?.length).toBe(webpLossless.length);
  expect(read(webpLossless.subarray(0, -1))).toBe('IMAGE_INVALID WebP: it is truncated');
});

test('refuses what cannot be compared', () => {
  expect(read(animated)).toBe('IMAGE_INVALID WebP: it is animated: what moves cannot be compared');
  expect(read(cmyk)).toBe('IMAGE_INVALID JPEG: it has 4 color channels, as CMYK has; save it as RGB');
  const frame = frameOf(jpeg);
  expect(read(put(jpeg, frame - 1, 12))).toBe('IMAGE_INVALID JPEG: it has 12 bits a channel; save it with 8');
  expect(read(put(jpeg, frame, 0, 0))).toBe('IMAGE_INVALID JPEG: it has no pixels (32 × 0)');
  expect(read(Buffer.from([0xff, 0xd8, 0xff, 0xd9]))).toMatch(/^IMAGE_INVALID JPEG: it has no frame/);
});

describe('bombs are refused by their header', () => {
  test('JPEG', () => {
    expect(read(put(jpeg, frameOf(jpeg), 0xff, 0xff, 0xff, 0xff))).toBe(
      'IMAGE_TOO_LARGE JPEG: 65535 × 65535 is more than 32 megapixels; a PNG may have more',
    );
  });
  test('lossy WebP', () => {
    expect(read(put(webpLossy, 26, 0xff, 0x3f, 0xff, 0x3f))).toMatch(/^IMAGE_TOO_LARGE WebP: 16383 × 16383 /);
  });
  test('lossless WebP', () => {
    expect(read(put(webpLossless, 21, 0xff, 0xff, 0xff, 0xff))).toMatch(
      /^IMAGE_TOO_LARGE WebP: 16384 × 16384 /,
    );
  });
  test('extended WebP', () => {
    const still = put(animated, 20, 0);
    expect(read(put(still, 24, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff))).toMatch(
      /^IMAGE_TOO_LARGE WebP: 16777216 × 16777216 /,
    );
  });
});

test('files cut off or changed anywhere have a size or a named error', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(foreignImages)),
      fc.nat(),
      fc.uint8Array({ maxLength: 4 }),
      fc.nat(),
      (file, length, bytes, at) => {
        const cut = new Uint8Array(file.subarray(0, length % (file.length + 1)));
        cut.set(bytes.subarray(0, cut.length), cut.length > 4 ? at % (cut.length - 4) : 0);
        expect(read(cut) ?? 'null').toMatch(/^(null|(JPEG|WebP) \d+x\d+|IMAGE_(INVALID|TOO_LARGE) .+)$/);
      },
    ),
    { numRuns: 5_000 },
  );
});
