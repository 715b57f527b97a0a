import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { CliError } from '../CliError.js';

export interface ListedFile {
  /** Relative to the directory, with `/`. */
  name: string;
  path: string;
  /** Bytes. */
  size: number;
}

/** Whether it is read in one go: a stream costs more than most files of a build. */
export const isSmall = ({ size }: ListedFile): boolean => size <= 1024 * 1024;

/** Order by code units: the same on every machine, whatever its locale. */
const byName = (a: ListedFile, b: ListedFile) => (a.name < b.name ? -1 : 1);

/** A file of a directory as it really is. */
async function follow(entry: Dirent, path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch (error) {
    if (!entry.isSymbolicLink()) throw error;
    const code = error instanceof Error && 'code' in error ? ` (${error.code})` : '';
    throw new CliError(
      'LINK_BROKEN',
      `${path} is a link that cannot be followed${code}: remove it, or restore what it leads to`,
    );
  }
}

/**
 * All regular files below a directory, in the order of their names.
 * @param isWanted by the name, relative to the directory; the other files are not looked at
 * @throws CliError for a link that is broken or leads out of the directory
 */
export async function listFiles(
  directory: string,
  isWanted: (name: string) => boolean = () => true,
): Promise<ListedFile[]> {
  const root = await realpath(directory);
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files: ListedFile[] = [];
  for (const entry of entries) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    const name = relative(root, path).split(sep).join('/');
    if (!isWanted(name)) continue;
    const real = await follow(entry, path);
    if (real !== path && !real.startsWith(root + sep)) {
      throw new CliError(
        'LINK_OUTSIDE',
        `${path} is a link out of ${directory}: replace it with the file itself`,
      );
    }
    const { size, ...stats } = await stat(real).then((found) => ({
      size: found.size,
      isFile: found.isFile(),
    }));
    if (!stats.isFile) continue;
    files.push({ name, path, size });
  }
  return files.sort(byName);
}
