import { Buffer } from 'node:buffer';
import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { encodeMask } from './encodeMask.js';
import { withEngine } from './engine.js';

/** Rows of a filter byte and bits, in runs that repeat from row to row as they do on pages. */
const rows = fc
  .record({
    width: fc.integer({ min: 1, max: 700 }),
    height: fc.integer({ min: 1, max: 40 }),
    runs: fc.array(fc.tuple(fc.constantFrom(0, 255, 1, 0xaa, 0x3c), fc.integer({ min: 1, max: 400 })), {
      minLength: 1,
    }),
    repeated: fc.integer({ min: 1, max: 8 }),
  })
  .map(({ width, height, runs, repeated }) => {
    const pitch = 1 + Math.ceil(width / 8);
    const pattern = runs.flatMap(([byte, length]) => Array.from({ length }, () => byte));
    const mask = Buffer.alloc(pitch * height);
    for (let y = 0; y < height; y++) {
      for (let i = 1; i < pitch; i++)
        mask[y * pitch + i] = pattern[(i + Math.floor(y / repeated)) % pattern.length] ?? 0;
    }
    return { width, height, pitch, mask };
  });

const encode = ({
  width,
  height,
  pitch,
  mask,
}: {
  width: number;
  height: number;
  pitch: number;
  mask: Uint8Array;
}) =>
  withEngine((engine) => {
    const difference = { width, height, mask: engine.put(mask), maskPitch: pitch, diffPixels: 0 };
    return Buffer.from(encodeMask(engine, difference));
  });

test('libpng reads the mask that was written', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (drawn) => {
      const { width, height, pitch, mask } = drawn;
      const { data, info } = await sharp(encode(drawn))
        .ensureAlpha()
        .raw()
        .toBuffer({ resolveWithObject: true });
      expect(info).toMatchObject({ width, height, channels: 4 });
      for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
          const marked = ((mask[y * pitch + 1 + (x >> 3)] ?? 0) >> (7 - (x & 7))) & 1;
          const at = (y * width + x) * 4;
          if (data[at + 3] !== marked * 255) throw new Error(`${x}, ${y} is ${marked ? 'not ' : ''}marked`);
        }
      }
    }),
    { numRuns: 60 },
  );
});

test('noise survives, at an eighth more than its size', () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 1, maxLength: 5000 }), (noise) => {
      const png = encode({
        width: noise.length * 8,
        height: 1,
        pitch: noise.length + 1,
        mask: Buffer.concat([Buffer.of(0), noise]),
      });
      const at = png.indexOf('IDAT');
      const data = png.subarray(at + 4, at + 4 + png.readUInt32BE(at - 4));
      expect(inflateSync(data).subarray(1).equals(noise)).toBe(true);
      expect(data.length).toBeLessThan(noise.length * 1.125 + 64);
    }),
  );
});
