import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { paint } from '../tests/buildPng.js';
import { compare, compareIn } from './compare.js';
import { settingsOf } from './comparison/settings.js';
import { decode } from './decode.js';
import { DecodedImages } from './decodedImages.js';

const kibibyte = 1024;

/** Images of 1 to 60 KiB, each of its own pixels. */
const files = Array.from({ length: 12 }, (_, i) => {
  const [width, height] = [16 + (i % 4) * 16, 16 + ((i * 5) % 12) * 16];
  return {
    name: `image ${i}`,
    png: paint(width, height, (x, y) => [(x * i) & 255, (y * 3) & 255, i * 20, 255]),
  };
});

/** What the engine's memory has of an image, whether it was kept or is decoded now. */
async function pixelsOf(images: DecodedImages, index: number): Promise<{ hash: string; wasKept: boolean }> {
  const { name, png } = files[index] ?? { name: '', png: new Uint8Array() };
  return images.use(async (engine) => {
    const kept = images.find(name);
    const { image } = kept
      ? { image: kept }
      : await images.keep(name, async (place) => ({ image: decode(engine, png, { place }) }));
    const bytes = engine.view(image.pixels, image.width * image.height * 4);
    return { hash: createHash('sha256').update(bytes).digest('hex'), wasKept: kept !== null };
  });
}

test('any sequence of images finds each as it was decoded, within the limit', async () => {
  const alone = await Promise.all(files.map((_, i) => pixelsOf(new DecodedImages(0), i)));
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat({ max: files.length - 1 }), { minLength: 1, maxLength: 60 }),
      fc.integer({ min: 0, max: 200 }),
      async (uses, limit) => {
        const images = new DecodedImages(limit * kibibyte);
        for (const index of uses) {
          expect((await pixelsOf(images, index)).hash).toBe(alone[index]?.hash);
          const pixels = images.names.map((name) => images.find(name));
          const bytes = pixels.reduce((sum, image) => sum + (image ? image.width * image.height * 4 : 0), 0);
          expect(bytes).toBeLessThanOrEqual(limit * kibibyte);
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('the least recently used image leaves first', async () => {
  const images = new DecodedImages(30 * kibibyte);
  const wasKept = async (index: number) => (await pixelsOf(images, index)).wasKept;
  // 1, 6 and 11 KiB.
  expect([await wasKept(0), await wasKept(1), await wasKept(0), await wasKept(1)]).toEqual([
    false,
    false,
    true,
    true,
  ]);
  expect(await wasKept(0)).toBe(true);
  // 24 KiB are more than half of the limit: they are not kept, and nothing leaves.
  expect([await wasKept(3), await wasKept(3), await wasKept(1)]).toEqual([false, false, true]);
});

test('however small they are, eight images are kept, the last that were used', async () => {
  const images = new DecodedImages(10_000 * kibibyte);
  for (const index of [0, 1, 2, 3, 4, 5, 6, 7, 0, 8, 9]) await pixelsOf(images, index);
  expect(images.names).toEqual([3, 4, 5, 6, 7, 0, 8, 9].map((index) => `image ${index}`));
});

test('a job that fails leaves no image behind', async () => {
  const images = new DecodedImages(200 * kibibyte);
  await pixelsOf(images, 2);
  await expect(images.use(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(images.names).toEqual([]);
  expect((await pixelsOf(images, 2)).wasKept).toBe(false);
});

test('a comparison that paints boxes over leaves the images as they were', async () => {
  const before = paint(90, 80, (x, y) => [x * 2, y * 3, 40, 255]);
  const after = paint(90, 80, (x, y) => [x * 2, x > 30 && y > 60 ? 250 : y * 3, 40, 255]);
  const box = { x: 20.5, y: 50, width: 30, height: 15 };
  const options = { explain: true, ignore: { before: [box], after: [{ ...box, y: 70 }] } };
  const wanted = await compare(before, after, options);
  const images = new DecodedImages(200 * kibibyte);
  const open = (name: string, png: Uint8Array) =>
    images.use((engine) => images.keep(name, async (place) => ({ image: decode(engine, png, { place }) })));
  const [{ image: a }, { image: b }] = [await open('before', before), await open('after', after)];
  for (let round = 0; round < 3; round++) {
    expect(await images.use((engine) => compareIn(engine, [a, b], settingsOf(options)))).toEqual(wanted);
  }
  const plain = await images.use((engine) => compareIn(engine, [a, b], settingsOf({})));
  expect(plain).toEqual(await compare(before, after));
});
