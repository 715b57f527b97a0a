import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { pipeline as flow } from 'node:stream/promises';
import { isDiskFault, StorageUnavailable } from '../../domain/StorageUnavailable.js';
import type { BlobStore } from './BlobStore.js';
import { isCode } from './isCode.js';
import { placeOf } from './placeOf.js';
import { abandonedAfter, removeOld } from './removeOld.js';
import { verify } from './verify.js';

/**
 * A store whose streams come from a folder of this machine, where each blob is kept after it was read once. Those that were not
 * read for longest go first. A folder without room is done without.
 * @param most bytes that the folder holds
 */
export async function cacheReads(blobs: BlobStore, folder: string, most: number): Promise<BlobStore> {
  const fileOf = (hash: string) => path.join(folder, path.basename(placeOf(hash)));
  await mkdir(folder, { recursive: true });
  await removeOld(folder, abandonedAfter, (name) => name.endsWith('.part'));
  const kept = await listKept(folder);
  let total = [...kept.values()].reduce((sum, size) => sum + size, 0);
  /** What is being read from the store, so that it is read once. */
  const coming = new Map<string, Promise<void>>();

  const forget = async (hash: string) => {
    total -= kept.get(hash) ?? 0;
    kept.delete(hash);
    await rm(fileOf(hash), { force: true }).catch(() => undefined);
  };

  const keep = async (hash: string, size: number) => {
    total += size - (kept.get(hash) ?? 0);
    kept.delete(hash);
    kept.set(hash, size);
    for (const oldest of kept.keys()) {
      if (total <= most) break;
      await forget(oldest);
    }
  };

  const fetch = async (hash: string) => {
    const temporary = path.join(folder, `${randomUUID()}.part`);
    try {
      await flow(await blobs.stream(hash), createWriteStream(temporary, { flags: 'wx' }));
      await rename(temporary, fileOf(hash));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  };

  const fetchOnce = (hash: string): Promise<void> => {
    const fetching = coming.get(hash) ?? fetch(hash).finally(() => coming.delete(hash));
    coming.set(hash, fetching);
    return fetching;
  };

  const serve = async (hash: string, file: FileHandle): Promise<Readable> => {
    // A file that goes while it is open can be read to its end.
    await keep(hash, (await file.stat()).size);
    const check = verify(hash, async () => {
      await forget(hash);
      throw new StorageUnavailable(
        'The cached bytes of a file were damaged. They are read from the store the next time.',
      );
    });
    return pipeline(file.createReadStream(), check, () => undefined);
  };

  return {
    ...blobs,
    async stream(hash) {
      const cached = await openIfThere(fileOf(hash));
      if (cached) return serve(hash, cached);
      try {
        await fetchOnce(hash);
      } catch (error) {
        if (error instanceof StorageUnavailable || !isDiskFault(error)) throw error;
        return blobs.stream(hash);
      }
      const fetched = await openIfThere(fileOf(hash));
      return fetched ? serve(hash, fetched) : blobs.stream(hash);
    },
  };
}

const openIfThere = (file: string): Promise<FileHandle | null> =>
  open(file, 'r').catch((error: unknown) => {
    if (isCode(error, 'ENOENT')) return null;
    throw error;
  });

/** Sizes by hash, those first that were written first. */
async function listKept(folder: string): Promise<Map<string, number>> {
  const names = (await readdir(folder)).filter((name) => /^[0-9a-f]{64}$/.test(name));
  const found = await Promise.all(
    names.map(async (name) => ({ name, ...(await statOrNothing(path.join(folder, name))) })),
  );
  return new Map(found.toSorted((one, other) => one.at - other.at).map(({ name, size }) => [name, size]));
}

const statOrNothing = (file: string): Promise<{ size: number; at: number }> =>
  stat(file).then(
    ({ size, mtimeMs }) => ({ size, at: mtimeMs }),
    () => ({ size: 0, at: 0 }),
  );
