import type { Readable } from 'node:stream';
import { BlobCorrupt, BlobMissing, type BlobStore } from './BlobStore.js';

/** What a copy has done so far. */
export interface CopyProgress {
  /** Between 0 and 1. Hashes are spread evenly, so this needs no count of all blobs. */
  share: number;
  copied: number;
  bytes: number;
  /** Were there already. */
  there: number;
  /** Were deleted while the copy was under way. */
  gone: number;
  /** Have other bytes than their hash says, and were not copied. */
  corrupt: string[];
}

export interface CopyOptions {
  /** Blobs that are copied at the same time. */
  parallel: number;
  onProgress?: (progress: Readonly<CopyProgress>) => void;
}

/** The beginnings of all hashes. */
const starts = Array.from({ length: 256 }, (_, number) => number.toString(16).padStart(2, '0'));

/**
 * Copies every blob that the other store lacks. Both verify what they read and write, so that a copy is either right or fails.
 * One that was interrupted goes on where it was when it is started again.
 */
export async function copyBlobs(
  from: BlobStore,
  to: BlobStore,
  { parallel, onProgress }: CopyOptions,
): Promise<CopyProgress> {
  const progress: CopyProgress = { share: 0, copied: 0, bytes: 0, there: 0, gone: 0, corrupt: [] };
  for (const [index, start] of starts.entries()) {
    const there = new Set<string>();
    for await (const hashes of to.list(start)) for (const hash of hashes) there.add(hash);
    for await (const hashes of from.list(start)) {
      const lacking = hashes.filter((hash) => !there.has(hash));
      progress.there += hashes.length - lacking.length;
      await eachOf(lacking, parallel, async (hash) => {
        await copyOne(from, to, hash, progress);
        onProgress?.(progress);
      });
    }
    progress.share = (index + 1) / starts.length;
    onProgress?.(progress);
  }
  return progress;
}

async function copyOne(from: BlobStore, to: BlobStore, hash: string, progress: CopyProgress): Promise<void> {
  let content: Readable | null = null;
  try {
    content = await from.stream(hash);
    const stored = await to.put(content);
    if (stored.hash !== hash) throw new BlobCorrupt(hash);
    progress.copied += 1;
    progress.bytes += stored.size;
  } catch (error) {
    if (error instanceof BlobMissing) progress.gone += 1;
    else if (error instanceof BlobCorrupt) progress.corrupt.push(error.hash);
    else throw error;
  } finally {
    content?.destroy();
  }
}

/** Does something for each, several at a time. The first failure ends it, once what is under way has ended. */
async function eachOf<T>(
  items: readonly T[],
  parallel: number,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const lane = async () => {
    for (const item of queue) await work(item);
  };
  const lanes = await Promise.allSettled(Array.from({ length: parallel }, lane));
  const failed = lanes.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
}
