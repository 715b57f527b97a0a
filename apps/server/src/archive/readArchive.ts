import { Readable } from 'node:stream';
import { extract as createExtract, type Extract, type ExtractEvents, type Header } from 'tar-stream';
import { ArchiveError } from './ArchiveError.js';
import { EntryPaths, quote, readEntryPath } from './entryPaths.js';
import { gunzip } from './gunzip.js';

export interface ArchiveLimits {
  /** Unpacked bytes. Default 1 GiB. */
  maxBytes?: number;
  /** Files and folders. Default 50,000. */
  maxEntries?: number;
  /** Unpacked bytes per packed byte, judged past a few megabytes. Default 200. */
  maxRatio?: number;
  /** Parts of a path. Default 32. */
  maxDepth?: number;
}

/**
 * Takes one file: its path, relative and clean, and its bytes, at once or (from one megabyte) as a stream. The next
 * file comes when the promise resolves; what is left of the stream is skipped.
 */
export type OnFile = (path: string, content: Uint8Array | Readable) => Promise<void>;

type Entry = ExtractEvents['entry'][1];

/** Bytes of a file that is given out whole. */

const heldAtOnce = 1024 * 1024;

/**
 * Reads the regular files of a `.tar.gz` in order. Nothing is unpacked to disk. Anything but files and folders is
 * refused, as is any name that could mean another place or be taken for another entry; so is an archive that is cut
 * off, also when all that came is whole. Files before the fault have been given out by then.
 *
 * @throws {ArchiveError} ARCHIVE_INVALID or ARCHIVE_TOO_LARGE; errors of the source and of `onFile` as they are
 */
export async function readArchive(
  source: Readable,
  onFile: OnFile,
  limits: ArchiveLimits = {},
): Promise<void> {
  const { maxBytes = 1024 ** 3, maxEntries = 50_000, maxRatio = 200, maxDepth = 32 } = limits;
  const extract = createExtract();
  const paths = new EntryPaths();
  let entries = 0;

  const readEntry = async (header: Header, content: Entry): Promise<void> => {
    entries += 1;
    if (entries > maxEntries) {
      throw new ArchiveError('ARCHIVE_TOO_LARGE', `The archive has more than ${maxEntries} entries`);
    }
    const path = readEntryPath(header.name, maxDepth);
    const size = checkHeader(header, maxBytes);
    if (header.type === 'file') {
      if (path === '')
        throw new ArchiveError('ARCHIVE_INVALID', `${quote(header.name)} is a file without a name`);
      paths.add(path);
      const whole = readWhole(content as AsyncIterable<Buffer>, path, size);
      await onFile(
        path,
        size < heldAtOnce ? await collect(whole) : Readable.from(whole, { objectMode: false }),
      );
    }
    content.resume();
  };

  const read = new Promise<void>((resolve, reject) => {
    let lastEntry = Promise.resolve();
    extract.on('entry', (header, content, next) => {
      // The error also comes through the extractor, which tells it to everyone.
      content.on('error', () => undefined);
      lastEntry = readEntry(header, content);
      lastEntry.then(() => next(), reject);
    });
    // Without an end marker the last entry can still be in work when all is written.
    extract.on('finish', () => lastEntry.then(resolve, reject));
    extract.on('error', (error: Error) =>
      reject(new ArchiveError('ARCHIVE_INVALID', `The archive is no whole tar file (${error.message})`)),
    );
    // A destroyed extractor ends its entries as if they were complete, and says nothing.
    extract.on('close', () => {
      const early = new ArchiveError('ARCHIVE_INVALID', 'The archive ended too early');
      lastEntry.then(() => reject(early), reject);
    });
  });
  const fed = feed(extract, gunzip(source, { maxBytes, maxRatio }));
  try {
    await Promise.all([fed, read]);
  } finally {
    extract.destroy();
    source.destroy();
    await Promise.allSettled([fed, read]);
  }
}

/** The size of an entry, when it is of a kind that we take and its headers agree. */
function checkHeader(header: Header, maxBytes: number): number {
  const { name, type, size, pax } = header;
  const invalid = (why: string) => new ArchiveError('ARCHIVE_INVALID', `${quote(name)} ${why}`);
  if (type !== 'file' && type !== 'directory')
    throw invalid(`is a ${type ?? 'thing of an unknown kind'}, not a file`);
  if (type === 'directory' && size > 0) throw invalid('is a folder with content');
  if (header.linkname) throw invalid('is a file that links to another');
  if (typeof pax === 'object' && pax !== null && 'size' in pax && !/^\d{1,15}$/.test(String(pax.size)))
    throw invalid('has a size that is no number');
  if (size > maxBytes)
    throw new ArchiveError('ARCHIVE_TOO_LARGE', `${quote(name)} has more than ${maxBytes} bytes`);
  return size;
}

async function* readWhole(
  content: AsyncIterable<Buffer>,
  path: string,
  size: number,
): AsyncGenerator<Buffer> {
  let received = 0;
  for await (const chunk of content) {
    received += chunk.length;
    yield chunk;
  }
  if (received !== size) throw new ArchiveError('ARCHIVE_INVALID', `${quote(path)} is cut off`);
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

async function feed(extract: Extract, chunks: AsyncIterable<Buffer>): Promise<void> {
  for await (const chunk of chunks) {
    if (extract.destroyed) return;
    if (!extract.write(chunk)) await drained(extract);
  }
  if (!extract.destroyed) extract.end(undefined);
}

function drained(extract: Extract): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      extract.off('drain', done);
      extract.off('close', done);
      resolve();
    };
    extract.on('drain', done);
    extract.on('close', done);
  });
}
