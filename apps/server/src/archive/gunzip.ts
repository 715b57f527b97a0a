import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { ArchiveError } from './ArchiveError.js';

export interface GunzipLimits {
  /** Unpacked bytes. */
  maxBytes: number;
  /** Unpacked bytes per packed byte, judged once there is enough to judge. */
  maxRatio: number;
}

/** Unpacked bytes from which the ratio is judged: one page of blanks is not a bomb. */
const judgedFrom = 4 * 1024 * 1024;

/**
 * Unpacks gzip, no faster than it is read. Errors of the source stay what they are.
 *
 * @throws {ArchiveError} when it is not gzip, damaged or cut off, or exceeds a limit
 */
export async function* gunzip(
  source: Readable,
  { maxBytes, maxRatio }: GunzipLimits,
): AsyncGenerator<Buffer> {
  const unzip = createGunzip({ chunkSize: 65_536 });
  pipeline(source, unzip, () => undefined);
  let bytes = 0;
  try {
    for await (const chunk of unzip) {
      bytes += chunk.length;
      if (bytes > maxBytes) {
        throw new ArchiveError('ARCHIVE_TOO_LARGE', `The archive unpacks to more than ${maxBytes} bytes`);
      }
      if (bytes > judgedFrom && bytes > unzip.bytesWritten * maxRatio) {
        throw new ArchiveError(
          'ARCHIVE_TOO_LARGE',
          `The archive unpacks to more than ${maxRatio} times its size`,
        );
      }
      yield chunk;
    }
  } catch (error) {
    const isZlib = error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
    throw isZlib
      ? new ArchiveError('ARCHIVE_INVALID', `The archive is not a complete gzip file (${error.message})`)
      : error;
  } finally {
    unzip.destroy();
    source.destroy();
  }
}
