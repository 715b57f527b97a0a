import type { StoredImage } from './compareRgba.js';
import { type DecodeOptions, decode } from './decode.js';
import { closeEngine, type Engine, openEngine } from './engine.js';
import { beginPixelHash } from './hashing/pixelHash.js';
import { sha256 } from './hashing/sha256.js';

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
  const { inspection } = await inspectIn(engine, png);
  closeEngine(engine);
  return inspection;
}

/** @returns also the image, whose pixels are as {@link decode} gives them */
export async function inspectIn(
  engine: Engine,
  png: Uint8Array,
  options: Pick<DecodeOptions, 'place'> & { byteHash?: string } = {},
): Promise<{ inspection: Inspection; image: StoredImage }> {
  const hash = beginPixelHash(engine);
  const image = decode(engine, png, { ...options, onRows: hash.add });
  const byteHash = options.byteHash ?? (await sha256(png));
  const pixelHash = await hash.digest();
  return { inspection: { width: image.width, height: image.height, byteHash, pixelHash }, image };
}
