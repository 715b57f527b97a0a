import { Buffer } from 'node:buffer';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { PixelAt } from '../tests/buildPng.js';
import { wholePicture } from './bands/Picture.js';
import { withEngine } from './engine.js';
import { encodeThumbnail } from './thumbnail.js';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function thumbnail(width: number, height: number, pixelAt: PixelAt, box: Box): Buffer {
  const data = Buffer.alloc(width * height * 4);
  for (let i = 0; i < width * height; i++) data.set(pixelAt(i % width, Math.floor(i / width)), i * 4);
  return withEngine((engine) =>
    Buffer.from(encodeThumbnail(engine, wholePicture({ width, height, pixels: engine.put(data) }), box)),
  );
}

const read = (png: Buffer) => sharp(png).raw().toBuffer({ resolveWithObject: true });

/** Each pixel knows where it is. */
const map: PixelAt = (x, y) => [x & 255, y & 255, (x >> 8) + ((y >> 8) << 4), 255];

test('shows a small region as it is, with 24 pixels on each side', async () => {
  const { data, info } = await read(thumbnail(300, 200, map, { x: 100, y: 60, width: 10, height: 20 }));
  expect(info).toMatchObject({ width: 58, height: 68, channels: 3 });
  expect([...data.subarray(0, 3)]).toEqual(map(76, 36).slice(0, 3));
  expect([...data.subarray(-3)]).toEqual(map(133, 103).slice(0, 3));
});

test('shows a quarter of the longer side around larger ones, as far as the image goes', async () => {
  const { info } = await read(thumbnail(400, 300, map, { x: 0, y: 100, width: 120, height: 60 }));
  expect(info).toMatchObject({ width: 150, height: 120 });
  const all = await read(thumbnail(30, 20, map, { x: 0, y: 0, width: 1, height: 1 }));
  expect(all.info).toMatchObject({ width: 25, height: 20 });
});

test('of a region as tall as a long page, its upper part is shown', async () => {
  const { data, info } = await read(
    thumbnail(480, 4000, (_, y) => (y < 500 ? [0, 128, 0, 255] : [200, 0, 0, 255]), {
      x: 0,
      y: 0,
      width: 480,
      height: 4000,
    }),
  );
  expect(info).toMatchObject({ height: 160 });
  expect([...data.subarray(-3)]).toEqual([0, 128, 0]);
});

test('averages areas', async () => {
  const stripes: PixelAt = (x) => (x % 2 ? [255, 255, 255, 255] : [0, 0, 0, 255]);
  const { data, info } = await read(thumbnail(480, 100, stripes, { x: 0, y: 0, width: 480, height: 100 }));
  expect(info).toMatchObject({ width: 240, height: 50 });
  expect(new Set(data)).toEqual(new Set([128]));
});

test('translucent pixels are shown on white', async () => {
  const half: PixelAt = (x) => (x < 5 ? [0, 0, 0, 0] : [0, 0, 255, 51]);
  const { data } = await read(thumbnail(10, 1, half, { x: 0, y: 0, width: 10, height: 1 }));
  expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
  expect([...data.subarray(-3)]).toEqual([204, 204, 255]);
});

test('libpng reads it at the promised size, with the mean color of what it shows', async () => {
  const size = fc.integer({ min: 1, max: 900 });
  const part = fc.double({ min: 0, max: 1, noNaN: true });
  await fc.assert(
    fc.asyncProperty(size, size, part, part, part, part, async (width, height, x, y, w, h) => {
      const box = { x: Math.floor(x * (width - 1)), y: Math.floor(y * (height - 1)), width: 1, height: 1 };
      box.width = 1 + Math.floor(w * (width - box.x - 1));
      box.height = 1 + Math.floor(h * (height - box.y - 1));
      const waves: PixelAt = (i, j) => [(i * 3) & 255, (j * 5) & 255, (i ^ j) & 255, 255];
      const { data, info } = await read(thumbnail(width, height, waves, box));
      expect(info.width).toBeLessThanOrEqual(240);
      expect(info.height).toBeLessThanOrEqual(160);
      const shownHeight = Math.min(box.height, Math.max(160, Math.ceil((box.width * 160) / 240)));
      const context = Math.max(24, Math.ceil(Math.max(box.width, shownHeight) / 4));
      const left = Math.max(0, box.x - context);
      const top = Math.max(0, box.y - context);
      const right = Math.min(width, box.x + box.width + context);
      const bottom = Math.min(height, box.y + shownHeight + context);
      const shrinking = Math.max(1, (right - left) / 240, (bottom - top) / 160);
      expect(info.width).toBe(Math.max(1, Math.round((right - left) / shrinking)));
      expect(info.height).toBe(Math.max(1, Math.round((bottom - top) / shrinking)));
      const area = (right - left) * (bottom - top);
      for (const channel of [0, 1, 2]) {
        let shown = 0;
        for (let i = channel; i < data.length; i += 3) shown += data[i] ?? 0;
        let real = 0;
        for (let j = top; j < bottom; j++) {
          for (let i = left; i < right; i++) real += waves(i, j)[channel] ?? 0;
        }
        expect(Math.abs(shown / (info.width * info.height) - real / area)).toBeLessThan(1);
      }
    }),
    { numRuns: 30 },
  );
});

/** A card with a button in it, without a font: bars stand for text. */
const card: PixelAt = (x, y) => {
  if (x < 60 || x >= 540 || y < 40 || y >= 360) return [241, 243, 245, 255];
  if (y < 110) return [28, 126 + (x >> 4), 214, 255];
  if (y >= 290 && y < 330 && x >= 90 && x < 220)
    return y % 20 < 8 && x % 9 < 5 ? [255, 255, 255, 255] : [194, 37, 92, 255];
  const isText = y % 24 < 9 && x >= 90 && x < 480 - ((y * 37) % 120) && (x * 7 + y) % 5 < 3;
  return isText ? [73, 80, 87, 255] : [255, 255, 255, 255];
};

test('looks as it did', async () => {
  const golden = new URL('../tests/golden/thumbnail.png', import.meta.url);
  const png = thumbnail(600, 400, card, { x: 90, y: 290, width: 300, height: 40 });
  const [now, then] = await Promise.all([read(png), read(readFileSync(golden))]);
  expect(now.info).toMatchObject({ width: then.info.width, height: then.info.height });
  expect(now.data.equals(then.data)).toBe(true);
});
