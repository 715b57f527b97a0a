import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGzip, type Gzip } from 'node:zlib';
import { type Pack, pack } from 'tar-stream';
import type { ListedFile } from './listFiles.js';

async function writeEntries(archive: Pack, files: readonly ListedFile[]): Promise<void> {
  for (const { name, path, size } of files) {
    // Neither times nor owners: the same files make the same archive.
    const entry = archive.entry({ name, size, mode: 0o644, mtime: new Date(0) });
    await pipeline(createReadStream(path), entry);
  }
  archive.finalize();
}

/** A tar.gz of the files, made while it is read. */
export function archiveFiles(files: readonly ListedFile[]): Gzip {
  const archive = pack();
  const gzip = createGzip();
  const fail = (error: unknown) => gzip.destroy(error instanceof Error ? error : new Error(String(error)));
  pipeline(archive, gzip).catch(fail);
  writeEntries(archive, files).catch(fail);
  return gzip;
}
