import { Readable } from 'node:stream';
import { BlobCorrupt, BlobMissing, type BlobStore } from './BlobStore.js';

/**
 * Several stores as one, while a deployment moves from one to another: what is put goes to all of them, and is durable in each;
 * what is read comes from the first that has it.
 */
export function mirrorBlobs(stores: readonly [BlobStore, ...BlobStore[]]): BlobStore {
  const [first, ...others] = stores;

  /** The answer of the first store that has one. Where none has, the error that says most: a store that is away may have the bytes. */
  const ask = async <T>(hash: string, question: (store: BlobStore) => Promise<T>): Promise<T> => {
    let told: unknown = new BlobMissing(hash);
    for (const store of stores) {
      try {
        return await question(store);
      } catch (error) {
        if (weightOf(error) > weightOf(told)) told = error;
      }
    }
    throw told;
  };

  return {
    async put(content) {
      if (!(content instanceof Readable)) {
        const [stored] = await Promise.all([
          first.put(content),
          ...others.map((store) => store.put(content)),
        ]);
        return stored;
      }
      const stored = await first.put(content);
      for (const store of others) {
        const copy = await first.stream(stored.hash);
        await store.put(copy).finally(() => copy.destroy());
      }
      return stored;
    },

    async has(hash) {
      for (const store of stores) if (await store.has(hash)) return true;
      return false;
    },

    get: (hash) => ask(hash, (store) => store.get(hash)),
    stream: (hash) => ask(hash, (store) => store.stream(hash)),

    async delete(hash) {
      await Promise.all(stores.map((store) => store.delete(hash)));
    },

    async *list(start) {
      for (const [index, store] of stores.entries()) {
        const before = stores.slice(0, index);
        for await (const hashes of store.list(start))
          yield index === 0 ? hashes : await lackedBy(before, hashes);
      }
    },

    async writtenAt(hash) {
      const times = await Promise.all(stores.map((store) => store.writtenAt(hash)));
      return times.reduce(
        (latest, time) => (latest && time && latest > time ? latest : (time ?? latest)),
        null,
      );
    },

    async removeLeftovers() {
      for (const store of stores) await store.removeLeftovers();
    },

    places: stores.flatMap((store) => store.places),
    // What is read may be in the other store.
    direct: null,
  };
}

const weightOf = (error: unknown): number => {
  if (error instanceof BlobMissing) return 0;
  return error instanceof BlobCorrupt ? 1 : 2;
};

async function lackedBy(stores: readonly BlobStore[], hashes: readonly string[]): Promise<string[]> {
  const lacking: string[] = [];
  for (const hash of hashes) {
    let isThere = false;
    for (const store of stores) isThere ||= await store.has(hash);
    if (!isThere) lacking.push(hash);
  }
  return lacking;
}
