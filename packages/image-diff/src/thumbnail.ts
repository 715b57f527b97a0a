import type { Picture } from './bands/Picture.js';
import type { Engine } from './engine.js';
import { truecolor } from './pngHeader.js';
import { writePng } from './writePng.js';

/** Largest size, pixels. */
export const thumbnailSize = { width: 240, height: 160 };

/** Pixels of a box that are shown at most, from its left edge. */
const mostWidth = 4096;

/** Pixels shown around what is shown, at the least. */
const leastContext = 24;

/** A part of an image, in pixels. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * A small PNG of a box of an image with what is around it: a quarter of the box's longer side, and at least 24 pixels,
 * on each side, as far as the image goes. It is as large as that part of the image, or made smaller by averaging areas
 * so that it fits into 240 × 160. Of a box too tall or too wide to recognise anything, the upper or left part is shown.
 */
export function encodeThumbnail(engine: Engine, image: Picture, box: Box): Uint8Array {
  const part = surroundings(image, box);
  const shrinking = Math.max(1, part.width / thumbnailSize.width, part.height / thumbnailSize.height);
  const width = Math.max(1, Math.round(part.width / shrinking));
  const height = Math.max(1, Math.round(part.height / shrinking));
  const length = (1 + width * 3) * height;
  const sums = engine.take(16 * (part.width + 4));
  const start = engine.take(length);
  const pitch = image.width * 4;
  for (let first = 0, end = 0; first < height; first = end) {
    const top = Math.floor((first * part.height) / height);
    const bottomOf = (row: number) => Math.ceil((row * part.height) / height);
    end = first + 1;
    while (end < height && bottomOf(end + 1) - top <= image.most) end++;
    const pixels = image.at(part.y + top, bottomOf(end) - top) - top * pitch + part.x * 4;
    engine.run.shrink(pixels, pitch, part.width, part.height, sums, start, width, height, first, end);
  }
  return writePng(engine, { width, height, bitDepth: 8, colorType: truecolor, start, length });
}

function surroundings(image: Picture, box: Box): Box {
  const width = Math.min(box.width, mostWidth);
  const inProportion = Math.ceil((width * thumbnailSize.height) / thumbnailSize.width);
  const height = Math.min(box.height, Math.max(thumbnailSize.height, inProportion));
  const shown = { ...box, width, height };
  const context = Math.max(leastContext, Math.ceil(Math.max(shown.width, shown.height) / 4));
  const x = Math.max(0, shown.x - context);
  const y = Math.max(0, shown.y - context);
  const right = Math.min(image.width, shown.x + shown.width + context);
  const bottom = Math.min(image.height, shown.y + shown.height + context);
  return { x, y, width: right - x, height: bottom - y };
}
