import type { StoredImage } from './compareRgba.js';
import { type DecodeOptions, decodeFile, decodeOnce } from './decode.js';
import { closeEngine, type Engine, openEngine } from './engine.js';
import { beginPixelHash } from './hashing/pixelHash.js';
import { sha256 } from './hashing/sha256.js';
import { type PngFile, readPng } from './readPng.js';

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
  const inspection = await inspectIn(engine, png, readPng(engine, png));
  closeEngine(engine);
  return inspection;
}

/** {@link inspect} of a file that was read, in an engine of the caller's. */
export async function inspectIn(engine: Engine, png: Uint8Array, file: PngFile): Promise<Inspection> {
  const hash = beginPixelHash(engine);
  decodeOnce(engine, file, hash.add);
  return describe(file, await sha256(png), await hash.digest());
}

/** {@link inspect} for one who wants the image as well, as {@link decode} gives it. */
export async function inspectAndKeep(
  engine: Engine,
  file: PngFile,
  byteHash: string,
  options: Pick<DecodeOptions, 'place'>,
): Promise<{ inspection: Inspection; image: StoredImage }> {
  const hash = beginPixelHash(engine);
  const image = decodeFile(engine, file, { ...options, onRows: hash.add });
  return { inspection: describe(file, byteHash, await hash.digest()), image };
}

const describe = (
  { header: { width, height } }: PngFile,
  byteHash: string,
  pixelHash: string,
): Inspection => ({
  width,
  height,
  byteHash,
  pixelHash,
});
