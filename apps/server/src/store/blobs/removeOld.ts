import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** Since the last byte of an unfinished write, in milliseconds: a process that is running would have written more, or given up. */
export const abandonedAfter = 60 * 60 * 1000;

/** Removes the files of a folder that were last written so many milliseconds ago. */
export async function removeOld(
  folder: string,
  age: number,
  isMeant: (name: string) => boolean = () => true,
): Promise<void> {
  for (const name of (await readdir(folder)).filter(isMeant)) {
    const file = path.join(folder, name);
    // Another process may have removed it, or have given it its final name.
    const found = await stat(file).catch(() => null);
    if (found && Date.now() - found.mtimeMs > age) await rm(file, { force: true });
  }
}
