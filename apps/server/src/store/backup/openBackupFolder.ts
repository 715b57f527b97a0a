import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createFolders, flushFolder } from '../blobs/createFolders.js';
import { createDiskBlobs } from '../blobs/disk.js';
import { isCode } from '../blobs/isCode.js';
import { BackupFileMissing, type BackupStore } from './BackupStore.js';

/** Where backups are on a disk: a folder for each, and `blobs` for all of them. */
export async function openBackupFolder(place: string): Promise<BackupStore> {
  const root = path.resolve(place);
  await mkdir(root, { recursive: true, mode: 0o700 });
  const folders = createFolders(root);
  const locate = (name: string) => {
    const file = path.join(root, name);
    if (!file.startsWith(root + path.sep)) throw new BackupFileMissing(name);
    return file;
  };
  return {
    place,
    blobs: await createDiskBlobs(path.join(root, 'blobs')),
    async write(name, content) {
      const target = locate(name);
      const partial = `${target}.partial`;
      await folders.ensure(path.dirname(target));
      await pipeline(content, createWriteStream(partial, { mode: 0o600 }));
      const file = await open(partial, 'r+');
      await file.sync().finally(() => file.close());
      await rename(partial, target);
      await flushFolder(path.dirname(target));
    },
    async read(name) {
      const file = locate(name);
      await stat(file).catch((error: unknown) => {
        throw isCode(error, 'ENOENT') ? new BackupFileMissing(name) : error;
      });
      return createReadStream(file);
    },
    async list() {
      const names: string[] = [];
      for (const entry of await readdir(root, { withFileTypes: true })) {
        if (!entry.isDirectory() || entry.name === 'blobs') continue;
        for (const file of await readdir(path.join(root, entry.name))) names.push(`${entry.name}/${file}`);
      }
      return names.sort();
    },
    async remove(name) {
      await rm(locate(name), { force: true });
      const folder = path.dirname(locate(name));
      if ((await readdir(folder)).length === 0) await rm(folder, { recursive: true });
    },
    // They are files, with names that no backup has.
    removeLeftovers: async () => {},
  };
}
