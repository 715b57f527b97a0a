import { Buffer } from 'node:buffer';
import sharp from 'sharp';
import { compare } from '../src/compare.js';

/** Pixels across a stripe. */
export const across = 24;

/** Rows or columns by their numbers: each number is a stripe of its own look, 0 an empty one. */
export function drawStripes(stripes: readonly number[], direction: 'rows' | 'columns'): Promise<Buffer> {
  const [width, height] = direction === 'rows' ? [across, stripes.length] : [stripes.length, across];
  const data = Buffer.alloc(width * height * 3, 255);
  for (const [at, stripe] of stripes.entries()) {
    for (let i = 0; i < across && stripe !== 0; i++) {
      const noise = Math.imul(stripe * 8191 + i, 0x9e37_79b1) ^ Math.imul(i + 3, stripe * 0x85eb_ca6b);
      const pixel = direction === 'rows' ? at * width + i : i * width + at;
      data.writeUIntBE((noise >>> 8) & 0xff_ffff, pixel * 3, 3);
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .png()
    .toBuffer();
}

/** Explains what changed between two pages of stripes. */
export async function explainStripes(
  before: readonly number[],
  after: readonly number[],
  direction: 'rows' | 'columns',
) {
  const [a, b] = await Promise.all([drawStripes(before, direction), drawStripes(after, direction)]);
  const comparison = await compare(a, b, { explain: true, antiAliasing: false });
  if (!comparison.explanation) throw new Error('The pages are equal.');
  return { ...comparison, ...comparison.explanation };
}

export const count = (from: number, length: number) => Array.from({ length }, (_, i) => from + i);
export const empty = (length: number) => Array.from({ length }, () => 0);
