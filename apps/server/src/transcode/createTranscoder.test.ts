import { PNG } from 'pngjs';
import { expect, test } from 'vitest';
import { foreignImages } from '../../testing/foreignImages.js';
import { image } from '../../testing/image.js';
import { createTranscoder } from './createTranscoder.js';

const script = new URL('../../dist/transcode/transcodeWorker.js', import.meta.url);
const { toPng } = createTranscoder({ script });

type Pixel = (x: number, y: number) => readonly number[];
const drawn: Pixel = (x, y) => [8 * x, 16 * y, 128, 255];

/** The size of a PNG and how far its samples are from a drawing at most. */
async function distance(file: Uint8Array, pixel: Pixel) {
  const { width, height, data } = PNG.sync.read(Buffer.from((await toPng(file)) as Uint8Array));
  let most = 0;
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (const [channel, sample] of pixel(x, y).entries()) {
        most = Math.max(most, Math.abs((data[(y * width + x) * 4 + channel] as number) - sample));
      }
    }
  }
  return { size: `${width}x${height}`, most };
}

test.each(['jpeg', 'progressive'] as const)('decodes a %s', async (kind) => {
  const { size, most } = await distance(foreignImages[kind], drawn);
  expect(size).toBe('32x16');
  expect(most).toBeLessThan(8);
});

test('decodes a JPEG without color', async () => {
  const { data } = PNG.sync.read(Buffer.from((await toPng(foreignImages.grey)) as Uint8Array));
  const pixels = Array.from({ length: 32 * 16 }, (_, i) => [...data.subarray(i * 4, i * 4 + 4)]);
  for (const [level, ...others] of pixels) expect(others).toEqual([level, level, 255]);
  expect(pixels.at(-1)?.[0]).toBeGreaterThan((pixels[0]?.[0] as number) + 100);
});

test('turns a JPEG as its EXIF says', async () => {
  const { size, most } = await distance(foreignImages.turned, (x, y) => drawn(y, 15 - x));
  expect(size).toBe('16x32');
  expect(most).toBeLessThan(8);
});

test('decodes a lossy WebP', async () => {
  const { size, most } = await distance(foreignImages.webpLossy, drawn);
  expect(size).toBe('32x16');
  expect(most).toBeLessThan(48);
});

test('decodes a lossless WebP exactly, with its transparency', async () => {
  const pixel: Pixel = (x, y) => [8 * x, 16 * y, 128, y < 8 ? 255 : 128];
  expect(await distance(foreignImages.webpLossless, pixel)).toEqual({ size: '32x16', most: 0 });
});

test('gives the same bytes every time, with or without bytes behind the end', async () => {
  for (const file of [foreignImages.jpeg, foreignImages.webpLossless]) {
    const png = await toPng(file);
    expect(await toPng(Buffer.concat([file, Buffer.from('PK\x03\x04')]))).toEqual(png);
  }
});

test('leaves a PNG alone', async () => {
  expect(await toPng(image(1))).toBeNull();
});

test('refuses damaged files, one beside the other, and continues', async () => {
  const { jpeg, progressive, webpLossless, webpLossy } = foreignImages;
  const flipped = Buffer.from(progressive);
  flipped.fill(0xff, 400, 440);
  const damaged = [
    jpeg.subarray(0, -40),
    flipped,
    Buffer.concat([webpLossless.subarray(0, 40), Buffer.alloc(webpLossless.length - 40, 0xff)]),
    Buffer.concat([webpLossy.subarray(0, 30), Buffer.alloc(webpLossy.length - 30, 0xff)]),
    // A frame of another size than the file says it has.
    Buffer.concat([webpLossy.subarray(0, 26), Buffer.from([0x10, 0x27]), webpLossy.subarray(28)]),
  ];
  const outcomes = await Promise.allSettled(damaged.map(toPng));
  expect(outcomes.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.code : 'taken'))).toEqual(
    Array(5).fill('IMAGE_INVALID'),
  );
  expect(outcomes[0]).toMatchObject({
    reason: { message: 'JPEG: it is damaged (Premature end of JPEG file)' },
  });
  expect(await toPng(jpeg)).not.toBeNull();
});

test('gives up a decoder that does not end, or that ends without an answer', async () => {
  const running = (program: string) =>
    createTranscoder({ script: new URL(`data:text/javascript,${program}`), timeLimit: 20 });
  await expect(running('for (;;);').toPng(foreignImages.jpeg)).rejects.toMatchObject({
    code: 'IMAGE_INVALID',
    message: 'JPEG: decoding it took more than 0.02 s',
  });
  const brief = createTranscoder({ script: new URL('data:text/javascript,process.exit(3)') });
  await expect(brief.toPng(foreignImages.jpeg)).rejects.toMatchObject({
    code: 'IMAGE_INVALID',
    message: 'JPEG: its decoder ended early (exit code 3)',
  });
});
