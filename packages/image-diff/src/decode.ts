import sharp from 'sharp';
import { ImageError } from './imageError.js';
import { maxPixels } from './pngHeader.js';
import type { VettedPng } from './vetPng.js';

export interface Pixels {
  width: number;
  height: number;
  /** Four bytes a pixel: red, green, blue, alpha, not premultiplied. */
  rgba: Uint8Array;
}

sharp.cache(false);

/** Decodes a vetted PNG to RGBA8. */
export async function decode({ bare, width, height }: VettedPng): Promise<Pixels> {
  const { data, info } = await sharp(bare, { limitInputPixels: maxPixels, failOn: 'warning' })
    .toColourspace('srgb')
    .ensureAlpha()
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
    .catch((cause: unknown) => {
      throw new ImageError('IMAGE_INVALID', `PNG: it cannot be decoded (${String(cause)})`);
    });
  if (info.width !== width || info.height !== height || info.channels !== 4) {
    throw new ImageError(
      'IMAGE_INVALID',
      `PNG: it decodes to ${info.width} × ${info.height} with ${info.channels} channels`,
    );
  }
  return { width, height, rgba: data };
}
