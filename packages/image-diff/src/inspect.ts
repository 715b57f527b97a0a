import type { StoredImage } from './compareRgba.js';
import { decode } from './decode.js';
import { closeEngine, type Engine, openEngine } from './engine.js';
import { sha256 } from './sha256.js';

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
  const engine = openEngine();
  const image = decode(engine, png);
  const [byteHash, pixelHash] = await Promise.all([sha256(png), hashPixels(engine, image)]);
  closeEngine(engine);
  return { width: image.width, height: image.height, byteHash, pixelHash };
}

function hashPixels(engine: Engine, { width, height, pixels }: StoredImage): Promise<string> {
  const bytes = width * height * 4;
  engine.run.clearTransparent(pixels, bytes);
  const size = new DataView(engine.run.memory.buffer, pixels - 8, 8);
  size.setUint32(0, width);
  size.setUint32(4, height);
  return sha256(engine.view(pixels - 8, 8 + bytes));
}
