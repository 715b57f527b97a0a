import { createHash } from 'node:crypto';
import { decode, type Pixels } from './decode.js';
import { vetPng } from './vetPng.js';

export interface Inspection {
  /** Pixels. */
  width: number;
  /** Pixels. */
  height: number;
  /** SHA-256 of the file, 64 lower-case hexadecimal digits. */
  byteHash: string;
  /**
   * SHA-256 over width and height (32 bits each, big-endian) and the pixels as RGBA8, where a wholly transparent
   * pixel is 0,0,0,0. Files with equal pixel hashes look the same.
   */
  pixelHash: string;
}

/**
 * Validates a PNG and hashes it.
 *
 * @throws {ImageError} IMAGE_INVALID or IMAGE_TOO_LARGE
 */
export async function inspect(png: Uint8Array): Promise<Inspection> {
  const pixels = await decode(vetPng(png));
  return {
    width: pixels.width,
    height: pixels.height,
    byteHash: createHash('sha256').update(png).digest('hex'),
    pixelHash: hashPixels(pixels),
  };
}

function hashPixels({ width, height, rgba }: Pixels): string {
  for (let i = 3; i < rgba.length; i += 4) {
    if (rgba[i] === 0) rgba.fill(0, i - 3, i);
  }
  const size = new DataView(new ArrayBuffer(8));
  size.setUint32(0, width);
  size.setUint32(4, height);
  return createHash('sha256').update(size).update(rgba).digest('hex');
}
