import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import pixelmatch from 'pixelmatch';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { compare } from './compare.js';

/** pixelmatch 4.0.2, the newest version whose package holds its fixtures; numbers 5 to 8 were never published. */
const published = path.dirname(createRequire(import.meta.url).resolve('pixelmatch-fixtures/package.json'));
const fixture = (name: string) => readFileSync(path.join(published, 'test/fixtures', `${name}.png`));

const rgba = (png: Uint8Array) => sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });

/** One byte a pixel: whether it is marked. */
async function marksOf(mask: Uint8Array | null, pixels: number): Promise<Uint8Array> {
  if (!mask) return new Uint8Array(pixels);
  const { data } = await rgba(mask);
  return Uint8Array.from({ length: pixels }, (_, i) => (data[i * 4 + 3] === 255 ? 1 : 0));
}

const pairs = [1, 2, 3, 4].map((number) => [`${number}a`, `${number}b`] as const);

describe.each(pairs)('pixelmatch’s fixtures %s and %s', (before, after) => {
  test.each([true, false])('anti-aliasing left out: %s', async (antiAliasing) => {
    const [a, b] = [fixture(before), fixture(after)];
    const [one, other] = [await rgba(a), await rgba(b)];
    const { width, height } = one.info;
    const found: number[] = [];
    for (const threshold of [0, 0.03, 0.05, 0.063, 0.1, 1]) {
      const output = new Uint8Array(one.data.length);
      const wanted = pixelmatch(one.data, other.data, output, width, height, {
        threshold,
        includeAA: !antiAliasing,
        diffMask: true,
      });
      const { diffPixels, mask } = await compare(a, b, { threshold, antiAliasing });
      expect(diffPixels).toBe(wanted);
      const marks = Uint8Array.from({ length: width * height }, (_, i) =>
        output[i * 4 + 3] === 255 ? 1 : 0,
      );
      expect(Buffer.from(await marksOf(mask, width * height)).equals(marks)).toBe(true);
      found.push(diffPixels);
    }
    expect(found[0]).toBeGreaterThan(0);
  });
});
