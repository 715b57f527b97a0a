import type { SnapshotInput } from '../options.js';
import { isSvcError, textOfError } from '../thrown.js';
import { argumentError } from './argumentError.js';

/**
 * The bytes of a snapshot's image.
 * @throws SvcError `VALIDATION_ERROR` where there are none, with what kept them from being read
 */
export async function readPng({ name, png }: SnapshotInput): Promise<Uint8Array> {
  const path = `png of the snapshot ${JSON.stringify(name)}`;
  let bytes: unknown = png;
  if (typeof png === 'function') {
    try {
      bytes = await png();
    } catch (cause) {
      if (isSvcError(cause)) throw cause;
      throw argumentError(path, `cannot be read: ${textOfError(cause)}`, cause);
    }
  }
  if (bytes instanceof Uint8Array && bytes.byteLength > 0) return bytes;
  throw argumentError(path, 'must be the bytes of a PNG, JPEG or WebP file, or a function that gives them');
}
