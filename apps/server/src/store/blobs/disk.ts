import { createHash, randomUUID } from 'node:crypto';
import { type FileHandle, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { DiskFull, isDiskFull, StorageUnavailable } from '../../domain/StorageUnavailable.js';
import { BlobCorrupt, BlobMissing, type BlobStore } from './BlobStore.js';
import { createFolders, flushFolder } from './createFolders.js';
import { isCode } from './isCode.js';
import { placeOf } from './placeOf.js';
import { quarantinedFor } from './quarantinedFor.js';
import { abandonedAfter, removeOld } from './removeOld.js';
import { verify } from './verify.js';

/**
 * Blobs as files, by their hash: `ab/cd/abcd…`. A file is written aside, flushed and renamed, so that under its name
 * there is either nothing or all of it. What turns out corrupt is moved to `quarantine/`, and can be put again.
 * @param claim called with the hash of what is about to be stored: a removal of blobs leaves it alone from then on
 */
export async function createDiskBlobs(
  root: string,
  claim: (hash: string) => Promise<void> = async () => {},
): Promise<BlobStore> {
  const unfinished = path.join(root, 'tmp');
  const quarantine = path.join(root, 'quarantine');
  const folders = createFolders(root);

  const locate = (hash: string) => path.join(root, placeOf(hash));

  const setAside = async (hash: string): Promise<never> => {
    await unlessFull(rename(locate(hash), path.join(quarantine, `${hash}.${randomUUID()}`))).catch(
      () => undefined,
    );
    throw new BlobCorrupt(hash);
  };

  await unlessFull(Promise.all([root, unfinished, quarantine].map(folders.ensure)));
  await removeOld(unfinished, abandonedAfter);

  return {
    async put(content) {
      const temporary = path.join(unfinished, randomUUID());
      const file = await unlessFull(open(temporary, 'wx'));
      try {
        const { hash, size } = await write(content, file);
        await unlessFull(file.sync());
        await file.close();
        await claim(hash);
        const target = locate(hash);
        await unlessFull(folders.ensure(path.dirname(target)));
        await unlessFull(rename(temporary, target));
        await unlessFull(flushFolder(path.dirname(target)));
        return { hash, size };
      } catch (error) {
        await file.close().catch(() => undefined);
        await rm(temporary, { force: true });
        throw error;
      }
    },

    async has(hash) {
      try {
        return (await stat(locate(hash))).isFile();
      } catch (error) {
        if (error instanceof BlobMissing || isCode(error, 'ENOENT')) return false;
        throw asUnavailable(error);
      }
    },

    async get(hash) {
      const bytes = await unlessMissing(hash, readFile(locate(hash)));
      return createHash('sha256').update(bytes).digest('hex') === hash ? bytes : setAside(hash);
    },

    async stream(hash) {
      const file = await unlessMissing(hash, open(locate(hash), 'r'));
      // The reader of the stream gets its errors.
      return pipeline(
        file.createReadStream(),
        verify(hash, () => setAside(hash)),
        () => undefined,
      );
    },

    async delete(hash) {
      await unlessFull(rm(locate(hash), { force: true }));
    },

    list: (start) => listHashes(root, start),

    async writtenAt(hash) {
      const found = await stat(locate(hash)).catch((error: unknown) => {
        if (isCode(error, 'ENOENT')) return null;
        throw asUnavailable(error);
      });
      return found?.mtime ?? null;
    },

    async removeLeftovers() {
      await removeOld(unfinished, abandonedAfter);
      await removeOld(quarantine, quarantinedFor);
    },

    // A folder may be mounted at different paths.
    places: ['disk'],
    direct: null,
  };
}

/** Errors of the source stay what they are; errors of the file say that the store cannot take it. */
async function write(
  content: Uint8Array | Readable,
  file: FileHandle,
): Promise<{ hash: string; size: number }> {
  const digest = createHash('sha256');
  let size = 0;
  for await (const chunk of content instanceof Uint8Array ? [content] : content) {
    digest.update(chunk);
    size += chunk.byteLength;
    await unlessFull(file.writeFile(chunk));
  }
  return { hash: digest.digest('hex'), size };
}

/** The hashes in each folder of the first level. */
async function* listHashes(root: string, start?: string): AsyncGenerator<string[]> {
  const isFolder = (name: string) => /^[0-9a-f]{2}$/.test(name);
  const isWanted = (name: string) => isFolder(name) && (start === undefined || name === start);
  for (const first of (await readdir(root)).filter(isWanted)) {
    const seconds = (await readdir(path.join(root, first))).filter(isFolder);
    const names = await Promise.all(seconds.map((second) => readdir(path.join(root, first, second))));
    yield names.flat().filter((name) => /^[0-9a-f]{64}$/.test(name));
  }
}

async function unlessMissing<T>(hash: string, reading: Promise<T>): Promise<T> {
  return reading.catch((error: unknown) => {
    throw isCode(error, 'ENOENT') ? new BlobMissing(hash) : asUnavailable(error);
  });
}

async function unlessFull<T>(writing: Promise<T>): Promise<T> {
  return writing.catch((error: unknown) => {
    throw asUnavailable(error);
  });
}

function asUnavailable(cause: unknown): StorageUnavailable {
  if (isCode(cause, 'EROFS')) {
    return new DiskFull('The disk that holds the images is read-only. Mount it writable, then try again.', {
      cause,
    });
  }
  if (isDiskFull(cause)) {
    return new DiskFull('The disk that holds the images is full. Free some space, then try again.', {
      cause,
    });
  }
  const reason = cause instanceof Error && 'code' in cause ? cause.code : cause;
  return new StorageUnavailable(`The disk that holds the images cannot be used (${reason}).`, { cause });
}
