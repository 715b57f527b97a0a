import type { StoredImage } from '../compareRgba.js';
import { ImageError } from '../imageError.js';

/** Four times the largest image: a very wide and a very high one would need a canvas beyond any memory. */
const mostCanvasPixels = 256_000_000;

export type Size = Pick<StoredImage, 'width' | 'height'>;

export const canvasOf = (a: Size, b: Size) => ({
  width: Math.max(a.width, b.width),
  height: Math.max(a.height, b.height),
});

export function requireCanvas(a: Size, b: Size): void {
  const { width, height } = canvasOf(a, b);
  if (width * height <= mostCanvasPixels) return;
  const [sizeA, sizeB] = [a, b].map((image) => `${image.width} × ${image.height}`);
  throw new ImageError('IMAGE_TOO_LARGE', `images of ${sizeA} and ${sizeB} pixels are too unlike to compare`);
}
