import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { PNG } from 'pngjs';
import { describe, expect, test } from 'vitest';
import { buildPng, channelCount, chunk, paint } from '../tests/buildPng.js';
import { decode } from './decode.js';
import { withEngine } from './engine.js';
import { ImageError } from './imageError.js';
import { inspect } from './inspect.js';

const sha256 = (...parts: (string | Uint8Array)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
};

test('names size, file and pixels', async () => {
  const png = paint(2, 1, (x) => (x === 0 ? [1, 2, 3, 255] : [9, 9, 9, 0]));
  expect(await inspect(png)).toEqual({
    width: 2,
    height: 1,
    byteHash: sha256(png),
    pixelHash: sha256(Buffer.from([0, 0, 0, 2, 0, 0, 0, 1]), Buffer.from([1, 2, 3, 255, 0, 0, 0, 0])),
  });
});

test('the color of a transparent pixel does not matter, its alpha does', async () => {
  const clear = await inspect(paint(4, 4, () => [255, 0, 0, 0]));
  const alsoClear = await inspect(paint(4, 4, (x) => [x, 200, 0, 0]));
  const faint = await inspect(paint(4, 4, () => [255, 0, 0, 1]));
  expect(alsoClear.pixelHash).toBe(clear.pixelHash);
  expect(faint.pixelHash).not.toBe(clear.pixelHash);
});

test('hashes images of any format and size as one piece', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(2, 4, 6),
      fc.constantFrom(0, 1),
      fc.constantFrom([1, 17_000], [130, 140], [17_000, 1]),
      async (colorType, interlace, [width = 0, height = 0]) => {
        const channels = channelCount[colorType] ?? 0;
        const layout = { width, height, colorType, bitDepth: 8, interlace };
        const png = buildPng(layout, (x, y) =>
          Array.from({ length: channels }, (_, c) => ((x >> 3) * 40 + y * 7 + c * 90) & 255),
        );
        const { data } = PNG.sync.read(Buffer.from(png));
        for (let at = 0; at < data.length; at += 4) if (data[at + 3] === 0) data.fill(0, at, at + 3);
        const size = Buffer.alloc(8);
        size.writeUInt32BE(width);
        size.writeUInt32BE(height, 4);
        expect((await inspect(png)).pixelHash).toBe(sha256(size, data));
      },
    ),
    { numRuns: 12 },
  );
});

test('the same pixels in another shape are another image', async () => {
  const wide = await inspect(paint(4, 2, () => [5, 5, 5, 255]));
  const high = await inspect(paint(2, 4, () => [5, 5, 5, 255]));
  expect(high.pixelHash).not.toBe(wide.pixelHash);
});

test('another encoder’s file of the same pixels has the same pixel hash', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 12 }),
      fc.integer({ min: 1, max: 12 }),
      fc.uint8Array({ minLength: 12 * 12 * 4, maxLength: 12 * 12 * 4 }),
      async (width, height, noise) => {
        const image = new PNG({ width, height });
        image.data = Buffer.from(noise.subarray(0, width * height * 4));
        const theirs = PNG.sync.write(image, { filterType: 4 });
        const ours = paint(width, height, (x, y) => [...noise.subarray((y * width + x) * 4).subarray(0, 4)]);
        const [a, b] = [await inspect(theirs), await inspect(ours)];
        expect(a.pixelHash).toBe(b.pixelHash);
      },
    ),
    { numRuns: 40 },
  );
});

describe('every color type, depth and interlace becomes RGBA8', () => {
  const depths: Record<number, number[]> = {
    0: [1, 2, 4, 8, 16],
    2: [8, 16],
    3: [1, 2, 4, 8],
    4: [8, 16],
    6: [8, 16],
  };
  const cases = Object.entries(depths).flatMap(([type, bits]) =>
    bits.flatMap((bitDepth) =>
      [0, 1].flatMap((interlace) =>
        [false, true]
          .filter((keyed) => !keyed || Number(type) < 4)
          .map((keyed) => ({ colorType: Number(type), bitDepth, interlace, keyed })),
      ),
    ),
  );

  test.each(cases)('$colorType/$bitDepth interlace $interlace keyed $keyed', async (format) => {
    const { colorType, bitDepth, interlace, keyed } = format;
    const [width, height] = [13, 9];
    const most = 2 ** bitDepth - 1;
    const samplesAt = (x: number, y: number) =>
      Array.from(
        { length: channelCount[colorType] ?? 0 },
        (_, c) => ((x * 7919 + y * 104_729 + c * 1_299_709) * 31) % (most + 1),
      );
    const colors = Array.from({ length: most + 1 }, (_, i) => [i % 256, (i * 3) % 256, 255 - (i % 256)]);
    const key = samplesAt(5, 5);
    const before: Buffer[] = [];
    if (colorType === 3) before.push(chunk('PLTE', Buffer.from(colors.flat())));
    if (keyed && colorType === 3) before.push(chunk('tRNS', Buffer.from([0, 128])));
    if (keyed && colorType !== 3) {
      before.push(chunk('tRNS', Buffer.from(key.flatMap((sample) => [sample >> 8, sample & 255]))));
    }
    const scale = (sample = 0) => (bitDepth === 16 ? sample >> 8 : (sample * 255) / most);
    const expected = (x: number, y: number): number[] => {
      const samples = samplesAt(x, y);
      const [first = 0] = samples;
      if (colorType === 3)
        return [...(colors[first] ?? []), keyed && first < 2 ? ([0, 128][first] ?? 0) : 255];
      const grey = colorType === 0 || colorType === 4;
      const color = grey ? [first, first, first] : samples.slice(0, 3);
      const isKey = keyed && samples.every((sample, i) => sample === key[i]);
      const alpha = colorType >= 4 ? scale(samples.at(-1)) : isKey ? 0 : 255;
      return [...color.map(scale), alpha];
    };

    const png = buildPng({ width, height, colorType, bitDepth, interlace }, samplesAt, before);
    const actual = withEngine((engine) => {
      const image = decode(engine, png);
      return [...engine.view(image.pixels, image.width * image.height * 4)];
    });
    const wanted = Array.from({ length: width * height }, (_, i) =>
      expected(i % width, Math.floor(i / width)),
    ).flat();
    expect(actual).toEqual(wanted);
  });
});

test('color profiles and gamma leave the pixels as they are stored', async () => {
  const plain = buildPng({ width: 4, height: 4 }, (x, y) => [x * 60, y * 60, 90, 255]);
  const gamma = chunk('gAMA', Buffer.from([0, 0, 0x27, 0x10]));
  const tagged = buildPng({ width: 4, height: 4 }, (x, y) => [x * 60, y * 60, 90, 255], [gamma]);
  expect((await inspect(tagged)).pixelHash).toBe((await inspect(plain)).pixelHash);
});

test('refuses what is not an image', async () => {
  await expect(inspect(Buffer.from('hello'))).rejects.toBeInstanceOf(ImageError);
});
