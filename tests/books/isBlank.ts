import { PNG } from 'pngjs';

/** Whether all pixels of an image are the same. */
export function isBlank(png: Buffer): boolean {
  const { data } = PNG.sync.read(png);
  const pixels = new Uint32Array(data.buffer, data.byteOffset, data.byteLength / 4);
  return pixels.every((pixel) => pixel === pixels[0]);
}
