import { BlobCorrupt, BlobMissing, type BlobStore } from './BlobStore.js';

/** A store that tells of blobs that turn out to be missing or corrupt when they are read. */
export function noteLost(blobs: BlobStore, isLost: (hash: string) => Promise<void>): BlobStore {
  const tell = async (error: unknown) => {
    // The next reader tells it again.
    if (error instanceof BlobMissing || error instanceof BlobCorrupt)
      await isLost(error.hash).catch(() => undefined);
  };
  const told = async (error: unknown): Promise<never> => {
    await tell(error);
    throw error;
  };
  return {
    ...blobs,
    get: (hash) => blobs.get(hash).catch(told),
    async stream(hash) {
      const stream = await blobs.stream(hash).catch(told);
      return stream.once('error', tell);
    },
  };
}
