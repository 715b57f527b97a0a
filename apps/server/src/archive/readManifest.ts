import { createBreather } from '../turns/createBreather.js';
import { ArchiveError } from './ArchiveError.js';
import { EntryPaths, quote, readEntryPath } from './entryPaths.js';
import { archiveLimits } from './readArchive.js';

/** A file that a manifest lists. */
export interface ListedFile {
  path: string;
  hash: string;
  bytes: number;
}

/**
 * Checks a list of files as an archive of them would be, and gives their clean paths.
 * @throws {ArchiveError}
 */
export async function readManifest(
  listed: readonly ListedFile[],
  { maxBytes, maxEntries, maxDepth } = archiveLimits,
): Promise<ListedFile[]> {
  const invalid = (message: string) => new ArchiveError('ARCHIVE_INVALID', message);
  const tooLarge = (message: string) => new ArchiveError('ARCHIVE_TOO_LARGE', message);
  if (listed.length === 0) throw invalid('The manifest has no files');
  if (listed.length > maxEntries) throw tooLarge(`The manifest has more than ${maxEntries} files`);
  const breathe = createBreather();
  const paths = new EntryPaths();
  const sizes = new Map<string, number>();
  const files: ListedFile[] = [];
  let total = 0;
  for (const { path: name, hash, bytes } of listed) {
    const path = readEntryPath(name, maxDepth);
    if (path === '') throw invalid(`${quote(name)} is a file without a name`);
    paths.add(path);
    total += bytes;
    if (total > maxBytes) throw tooLarge(`The files of the manifest have more than ${maxBytes} bytes`);
    if ((sizes.get(hash) ?? bytes) !== bytes)
      throw invalid(`${quote(name)} has the same hash as a file of a different size`);
    sizes.set(hash, bytes);
    files.push({ path, hash, bytes });
    await breathe();
  }
  return files;
}
