import { ArchiveError } from './ArchiveError.js';

const longestPath = 1024;

/**
 * Checks a name of an archive and gives the path that it means, without leading `./` and without the slash at the end
 * of a folder's name. The root is the empty path.
 *
 * @throws {ArchiveError} for a name that could leave the root, that no file system could hold, or that is too deep
 */
export function readEntryPath(name: string, maxDepth: number): string {
  const invalid = (why: string) => new ArchiveError('ARCHIVE_INVALID', `${quote(name)} ${why}`);
  if (/[\p{Cc}\u2028\u2029]/u.test(name)) throw invalid('has a control character in its name');
  if (name.includes('\ufffd')) throw invalid('has a name that is not UTF-8');
  if (name.includes('\\')) throw invalid('has a backslash in its name');
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) throw invalid('has an absolute name');
  if (name.length > longestPath) throw invalid(`has a name of more than ${longestPath} characters`);
  const path = name.replace(/^(?:\.\/)+/, '').replace(/\/$/, '');
  if (path === '' || path === '.') return '';
  const segments = path.split('/');
  if (segments.includes('..')) throw invalid('points out of the archive');
  if (segments.includes('') || segments.includes('.')) throw invalid('has an empty part in its name');
  if (segments.length > maxDepth) {
    throw new ArchiveError('ARCHIVE_TOO_LARGE', `${quote(name)} is more than ${maxDepth} folders deep`);
  }
  return path;
}

/** The paths of an archive so far. No two may be the same file anywhere, whatever the case or the Unicode form. */
export class EntryPaths {
  readonly #files = new Set<string>();
  readonly #folders = new Set<string>();

  /** @throws {ArchiveError} when the file was there already, is a folder elsewhere, or lies in what is a file */
  add(path: string): void {
    const key = fold(path);
    if (this.#files.has(key)) {
      throw new ArchiveError(
        'ARCHIVE_INVALID',
        `${quote(path)} is in the archive twice (upper and lower case are alike)`,
      );
    }
    const clash = () => new ArchiveError('ARCHIVE_INVALID', `${quote(path)} is both a file and a folder`);
    if (this.#folders.has(key)) throw clash();
    for (let end = key.lastIndexOf('/'); end > 0; end = key.lastIndexOf('/', end - 1)) {
      const folder = key.slice(0, end);
      if (this.#files.has(folder)) throw clash();
      if (this.#folders.has(folder)) break;
      this.#folders.add(folder);
    }
    this.#files.add(key);
  }
}

const fold = (path: string) => path.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');

/** A name as it can be shown: short, and without characters that do something. */
export function quote(name: string): string {
  return JSON.stringify(name.length > 200 ? `${name.slice(0, 200)}…` : name);
}
