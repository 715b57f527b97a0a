import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { ArchiveError } from '../archive/ArchiveError.js';
import { type ArchiveContents, readArchive } from '../archive/readArchive.js';
import type { SiteFile } from '../domain/sites/SiteFile.js';
import type { Unpacking } from '../service/sites/unpackingSteps.js';

type Store = (path: string, content: Uint8Array | Readable) => Promise<SiteFile>;

/** What was sent of a site. */
export interface Upload {
  /**
   * Checks all of it, and says how much the site will have.
   * @throws {ArchiveError}
   */
  check(): Promise<ArchiveContents>;
  /** Stores what was sent, and lists the files of the site. */
  unpack(store: Store): Promise<readonly SiteFile[]>;
}

/** An archive of all files. */
export const readWhole = ({ openArchive }: Pick<Unpacking, 'openArchive'>): Upload => ({
  check: async () => readArchive(await openArchive(), null),
  unpack: async (store) => storeAll(await openArchive(), store),
});

/** An archive of the files that the project lacked, each named by its hash, for a site whose manifest lists them all. */
export function readMissing(
  { openArchive }: Pick<Unpacking, 'openArchive'>,
  manifest: NonNullable<Unpacking['manifest']>,
): Upload {
  const missing = new Map(manifest.flatMap(({ hash, bytes, known }) => (known ? [] : [[hash, bytes]])));
  const invalid = (message: string) => new ArchiveError('ARCHIVE_INVALID', message);
  const checkFile = async (name: string, content: Uint8Array | Readable) => {
    const size = missing.get(name);
    if (size === undefined)
      throw invalid(`${JSON.stringify(name)} is not the hash of a file that is missing`);
    const digest = createHash('sha256');
    let bytes = 0;
    for await (const part of content instanceof Uint8Array ? [content] : content) {
      digest.update(part);
      bytes += part.length;
    }
    if (bytes !== size) throw invalid(`The file ${name} has ${bytes} bytes, and ${size} in the manifest`);
    if (digest.digest('hex') !== name) throw invalid(`The file ${name} has another hash than its name`);
  };
  return {
    async check() {
      if (missing.size > 0) {
        const { files } = await readArchive(await openArchive(), checkFile);
        if (files < missing.size)
          throw invalid(`The archive lacks ${missing.size - files} files that were missing`);
      }
      return { files: manifest.length, bytes: manifest.reduce((sum, { bytes }) => sum + bytes, 0) };
    },
    async unpack(store) {
      if (missing.size > 0) await storeAll(await openArchive(), store);
      return manifest;
    },
  };
}

/** Most of the time that a small file takes goes into flushing it and its folders to disk. */
const storedAtOnce = 8;

/** Stores the files of an archive, small ones at the same time; all have ended when the promise settles. */
async function storeAll(archive: Readable, store: Store): Promise<SiteFile[]> {
  const all: Promise<SiteFile>[] = [];
  const storing = new Set<Promise<SiteFile>>();
  try {
    await readArchive(archive, async (path, content) => {
      const file = store(path, content);
      const end = () => storing.delete(file);
      file.then(end, end);
      all.push(file);
      storing.add(file);
      // A stream has to be read before the archive continues.
      if (!(content instanceof Uint8Array)) await file;
      if (storing.size >= storedAtOnce) await Promise.race(storing);
    });
  } finally {
    await Promise.allSettled(all);
  }
  return Promise.all(all);
}
