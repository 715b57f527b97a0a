import type { Difference } from './compareRgba.js';
import type { Engine } from './engine.js';
import { palette } from './pngHeader.js';
import { writePng } from './writePng.js';

/** Magenta-red, opaque: stands out on nearly every page. */
export const maskColor = [255, 0, 85] as const;

/** A one-bit palette PNG: changed pixels in {@link maskColor}, all others transparent. */
export function encodeMask(engine: Engine, { width, height, mask, maskPitch }: Difference): Uint8Array {
  return writePng(engine, {
    width,
    height,
    bitDepth: 1,
    colorType: palette,
    start: mask,
    length: maskPitch * height,
    palette: Uint8Array.of(0, 0, 0, ...maskColor),
    transparency: Uint8Array.of(0),
  });
}
