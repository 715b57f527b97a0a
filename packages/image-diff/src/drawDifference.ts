import type { Comparison } from './comparison/Comparison.js';
import { decode } from './decode.js';
import { maskColor } from './encodeMask.js';
import { withEngine } from './engine.js';
import { palette } from './pngHeader.js';
import { writePng } from './writePng.js';

/** Greys from white to the darkest of the faded image, which keeps a quarter of its contrast. */
const greys = 64;

const colors = Uint8Array.from([
  ...Array.from({ length: greys }, (_, ink) => [255 - ink, 255 - ink, 255 - ink]).flat(),
  ...maskColor,
]);

/**
 * Draws a comparison to look at: changed pixels magenta-red over a pale grey copy of an image, on white, as large as
 * the canvas of the comparison. Takes the image that is to be seen, usually the second, and what `compare` returned.
 *
 * @returns a PNG
 * @throws {ImageError} IMAGE_INVALID or IMAGE_TOO_LARGE
 */
export async function drawDifference(
  image: Uint8Array,
  { width, height, mask }: Pick<Comparison, 'width' | 'height' | 'mask'>,
): Promise<Uint8Array> {
  return withEngine((engine) => {
    const pitch = 1 + width;
    const length = pitch * height;
    const start = engine.takeZeroed(length);
    const { taken } = engine;
    const paint = (png: Uint8Array, colorAt: (rgba: Uint8Array, at: number) => number) => {
      const { width: columns, height: rows, pixels } = decode(engine, png);
      const rgba = engine.view(pixels, columns * rows * 4);
      const out = engine.view(start, length);
      for (let y = 0; y < Math.min(rows, height); y++) {
        for (let x = 0; x < Math.min(columns, width); x++) {
          const color = colorAt(rgba, (y * columns + x) * 4);
          if (color > 0) out[y * pitch + 1 + x] = color;
        }
      }
      engine.release(taken);
    };
    paint(image, inkAt);
    if (mask) paint(mask, (rgba, at) => (rgba[at + 3] ? greys : 0));
    return writePng(engine, {
      width,
      height,
      bitDepth: 8,
      colorType: palette,
      start,
      length,
      palette: colors,
    });
  });
}

/** How dark a pixel is on white, 0 to 63, by the weights of ITU-R BT.601. */
function inkAt(rgba: Uint8Array, at: number): number {
  const [red = 0, green = 0, blue = 0, alpha = 0] = [rgba[at], rgba[at + 1], rgba[at + 2], rgba[at + 3]];
  const luma = (red * 77 + green * 150 + blue * 29) >> 8;
  return ((255 - luma) * alpha) >> 10;
}
