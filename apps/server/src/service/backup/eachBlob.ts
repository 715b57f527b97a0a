import { BlobCorrupt, BlobMissing, type BlobStore } from '../../store/blobs/BlobStore.js';

export interface DamagedBlob {
  hash: string;
  problem: 'missing' | 'damaged';
}

/** What was done so far. */
export interface BlobCount {
  blobs: number;
  bytes: number;
  /** Those that were there already, and were not copied. */
  skipped: number;
}

export interface BlobOutcome extends BlobCount {
  damaged: DamagedBlob[];
}

/** Blobs that are read at the same time. */
const atOnce = 8;

/**
 * Copies blobs that are not there yet.
 * @param note receives each
 */
export const copyBlobs = (
  from: BlobStore,
  to: BlobStore,
  hashes: AsyncIterable<string>,
  note: (count: BlobCount) => void,
): Promise<BlobOutcome> =>
  eachBlob(hashes, note, async (hash) => {
    if (await to.has(hash)) return null;
    const stored = await to.put(await from.stream(hash));
    return stored.size;
  });

/** Reads blobs to see whether each is there and is what its hash says. */
export const verifyBlobs = (
  blobs: BlobStore,
  hashes: AsyncIterable<string>,
  note: (count: BlobCount) => void,
): Promise<BlobOutcome> =>
  eachBlob(hashes, note, async (hash) => {
    let bytes = 0;
    for await (const chunk of await blobs.stream(hash)) bytes += (chunk as Buffer).byteLength;
    return bytes;
  });

/** @param act returns how many bytes it has read; null where it had nothing to do */
async function eachBlob(
  hashes: AsyncIterable<string>,
  note: (count: BlobCount) => void,
  act: (hash: string) => Promise<number | null>,
): Promise<BlobOutcome> {
  const outcome: BlobOutcome = { blobs: 0, bytes: 0, skipped: 0, damaged: [] };
  const iterator = hashes[Symbol.asyncIterator]();
  let hasFailed = false;
  const work = async () => {
    while (!hasFailed) {
      const next = await iterator.next();
      if (next.done) return;
      const bytes = await act(next.value).catch((error: unknown) => {
        const problem = problemOf(error);
        if (problem === null) {
          hasFailed = true;
          throw error;
        }
        outcome.damaged.push({ hash: next.value, problem });
        return 0;
      });
      outcome.blobs += 1;
      outcome.bytes += bytes ?? 0;
      if (bytes === null) outcome.skipped += 1;
      note(outcome);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  outcome.damaged.sort((one, other) => (one.hash < other.hash ? -1 : 1));
  return outcome;
}

/** Null where an error says nothing of the blob. */
function problemOf(error: unknown): DamagedBlob['problem'] | null {
  if (error instanceof BlobMissing) return 'missing';
  return error instanceof BlobCorrupt ? 'damaged' : null;
}
