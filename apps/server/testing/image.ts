import { createHash } from 'node:crypto';
import { PNG } from 'pngjs';

/** A shade of red from 0 to 255, or red, green and blue. */
export type Color = number | readonly [red: number, green: number, blue: number];

export interface ImageOptions {
  /** In pixels; 20 × 10 unless given. */
  width?: number;
  height?: number;
  /** How hard zlib tries: the same pixels at another level are other bytes. */
  deflateLevel?: number;
}

/** An opaque PNG of one color, or of the color that a function gives each pixel. */
export function image(
  color: Color | ((x: number, y: number) => Color),
  { width = 20, height = 10, deflateLevel = 9 }: ImageOptions = {},
): Buffer {
  const png = new PNG({ width, height });
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const of = typeof color === 'function' ? color(x, y) : color;
      const [red, green, blue] = typeof of === 'number' ? [of, 0, 0] : of;
      png.data.set([red, green, blue, 255], (y * width + x) * 4);
    }
  }
  return PNG.sync.write(png, { deflateLevel });
}

/** The hash by which the service knows an {@link image} of one color. */
export const imageHash = (color: Color): string => createHash('sha256').update(image(color)).digest('hex');

/** A color of its own for each number below 2²⁴. */
export const colorOf = (number: number): Color => [number & 255, (number >> 8) & 255, (number >> 16) & 255];
