import { ArchiveError } from './ArchiveError.js';
import { type ByteSource, cutOff } from './ByteSource.js';
import { quote } from './entryPaths.js';
import { addExtension, type Extensions, isExtension } from './tarExtensions.js';
import { blockSize, isZero, readHeader, type TarHeader } from './tarHeader.js';

/** A file or folder of a tar file. */
export interface TarEntry {
  name: string;
  isFile: boolean;
  size: number;
  /** The bytes of a file. What is not read is skipped. */
  content: AsyncGenerator<Buffer, void>;
}

/** The longest extension header that is read: room for any path and then some. */
const longestExtension = 1024 * 1024;

/** Kinds of entries that a site cannot have. */
const otherKinds: Record<string, string> = {
  '1': 'link',
  '2': 'symlink',
  '3': 'character-device',
  '4': 'block-device',
  '6': 'fifo',
  '7': 'contiguous-file',
  S: 'sparse file',
};

/**
 * The files and folders of a tar file, in order. Strict, since readers of tar files differ in what they make of oddities:
 * what is malformed, ambiguous, or neither file nor folder is refused, and so is anything after the end mark.
 *
 * @throws {ArchiveError} ARCHIVE_INVALID or ARCHIVE_TOO_LARGE
 */
export async function* readTar(source: ByteSource): AsyncGenerator<TarEntry, void> {
  for (;;) {
    const header = await readFullHeader(source);
    if (header === null) return;
    const { name, size } = header;
    const end = source.position + size;
    const content = readContent(source, end);
    yield { name, isFile: checkKind(header), size, content };
    // Waits for a chunk that a reader asked for and no longer wants.
    await content.return();
    await source.skipTo(end + paddingOf(size));
  }
}

/** The next header of an entry, with what the extension headers before it say; null at the end of the archive. */
async function readFullHeader(source: ByteSource): Promise<TarHeader | null> {
  let extensions: Extensions = {};
  for (let isAnnounced = false; ; ) {
    const block = await source.read(blockSize);
    const header = block && readHeader(block);
    if (!header) {
      if (isAnnounced) throw cutOff();
      if (block) await expectZeros(source);
      return null;
    }
    if (!isExtension(header)) return applyExtensions(header, extensions);
    if (header.size > longestExtension) {
      throw new ArchiveError('ARCHIVE_TOO_LARGE', 'The archive has an extended header of more than 1 MiB');
    }
    const body = header.size === 0 ? Buffer.alloc(0) : await source.read(header.size);
    if (body === null) throw cutOff();
    isAnnounced ||= header.typeflag !== 'g';
    extensions = addExtension(extensions, header, body);
    await source.skipTo(source.position + paddingOf(header.size));
  }
}

function applyExtensions(header: TarHeader, { size, ...names }: Extensions): TarHeader {
  // A size of its own is for files of more than 8 GiB. A smaller one that differs hides entries from other readers.
  if (size !== undefined && (!/^\d{1,15}$/.test(size) || Number(size) !== header.size)) {
    throw new ArchiveError('ARCHIVE_INVALID', `${quote(names.name ?? header.name)} has two different sizes`);
  }
  return { ...header, ...names };
}

/**
 * @returns whether the entry is a file
 * @throws {ArchiveError} when it is not a folder either
 */
function checkKind({ name, typeflag, size, linkname }: TarHeader): boolean {
  const invalid = (why: string) => new ArchiveError('ARCHIVE_INVALID', `${quote(name)} ${why}`);
  if (typeflag !== '0' && typeflag !== '5') {
    throw invalid(`is a ${otherKinds[typeflag] ?? 'thing of an unknown kind'}, not a file`);
  }
  if (linkname !== '') throw invalid('is a file that links to another');
  if (typeflag === '0' && name.endsWith('/')) throw invalid('is a file whose name ends with a slash');
  if (typeflag === '5' && size > 0) throw invalid('is a folder with content');
  return typeflag === '0';
}

async function* readContent(source: ByteSource, end: number): AsyncGenerator<Buffer, void> {
  while (source.position < end) {
    const chunk = await source.readSome(end - source.position);
    if (chunk === null) throw cutOff();
    yield chunk;
  }
}

async function expectZeros(source: ByteSource): Promise<void> {
  for (let rest = await source.readSome(65_536); rest !== null; rest = await source.readSome(65_536)) {
    if (!isZero(rest)) throw new ArchiveError('ARCHIVE_INVALID', 'The archive has data after its end');
  }
}

const paddingOf = (size: number): number => (blockSize - (size % blockSize)) % blockSize;
