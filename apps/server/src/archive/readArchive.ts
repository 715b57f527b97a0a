import { Readable } from 'node:stream';
import { ArchiveError } from './ArchiveError.js';
import { ByteSource } from './ByteSource.js';
import { EntryPaths, quote, readEntryPath } from './entryPaths.js';
import { gunzip } from './gunzip.js';
import { readTar } from './readTar.js';

export const archiveLimits = {
  /** Unpacked bytes. */
  maxBytes: 1024 ** 3,
  /** Files and folders. */
  maxEntries: 50_000,
  /** Unpacked bytes per packed byte, judged past a few megabytes. */
  maxRatio: 200,
  /** Parts of a path. */
  maxDepth: 32,
};
export type ArchiveLimits = Partial<typeof archiveLimits>;

/**
 * Takes one file: its path, relative and clean, and its bytes, at once or (from one megabyte) as a stream. The next
 * file comes when the promise resolves; what is left of the stream is skipped.
 */
export type OnFile = (path: string, content: Uint8Array | Readable) => Promise<void>;

/** Bytes of a file from which it is given out as a stream. */
const heldAtOnce = 1024 * 1024;

/** What an archive has in all. */
export interface ArchiveContents {
  files: number;
  bytes: number;
}

/**
 * Reads the regular files of a `.tar.gz` in order. Nothing is unpacked to disk. Anything but files and folders is
 * refused, as is any name that could mean another place or be taken for another entry; so is an archive that is cut
 * off, malformed, or without a file. Files before the fault have been given out by then: read it once without
 * {@link OnFile} to check it whole.
 *
 * @throws {ArchiveError} ARCHIVE_INVALID or ARCHIVE_TOO_LARGE; errors of the source and of `onFile` as they are
 */
export async function readArchive(
  source: Readable,
  onFile: OnFile | null,
  limits: ArchiveLimits = {},
): Promise<ArchiveContents> {
  const { maxBytes, maxEntries, maxRatio, maxDepth } = { ...archiveLimits, ...limits };
  const tooLarge = (message: string) => new ArchiveError('ARCHIVE_TOO_LARGE', message);
  const paths = new EntryPaths();
  const contents: ArchiveContents = { files: 0, bytes: 0 };
  let entries = 0;
  const unpacked = gunzip(source, { maxBytes, maxRatio });
  try {
    for await (const { name, isFile, size, content } of readTar(new ByteSource(unpacked))) {
      entries += 1;
      if (entries > maxEntries) throw tooLarge(`The archive has more than ${maxEntries} entries`);
      const path = readEntryPath(name, maxDepth);
      if (size > maxBytes) throw tooLarge(`${quote(name)} has more than ${maxBytes} bytes`);
      if (!isFile) continue;
      if (path === '') throw new ArchiveError('ARCHIVE_INVALID', `${quote(name)} is a file without a name`);
      paths.add(path);
      contents.files += 1;
      contents.bytes += size;
      if (onFile) await giveOut(onFile, path, size, content);
    }
  } finally {
    await unpacked.return(undefined);
    source.destroy();
  }
  if (contents.files === 0) throw new ArchiveError('ARCHIVE_INVALID', 'The archive has no files');
  return contents;
}

async function giveOut(
  onFile: OnFile,
  path: string,
  size: number,
  content: AsyncGenerator<Buffer, void>,
): Promise<void> {
  if (size < heldAtOnce) {
    const parts: Buffer[] = [];
    for await (const part of content) parts.push(part);
    await onFile(path, Buffer.concat(parts));
    return;
  }
  const stream = Readable.from(content, { objectMode: false });
  // An error is that of the archive, and comes from reading on.
  stream.on('error', () => undefined);
  try {
    await onFile(path, stream);
  } finally {
    stream.destroy();
  }
}
