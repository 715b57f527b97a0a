import { createHash, randomUUID } from 'node:crypto';
import { pipeline, Readable } from 'node:stream';
import { StorageUnavailable } from '../../../domain/StorageUnavailable.js';
import { BlobCorrupt, BlobMissing } from '../BlobStore.js';
import { placeOf } from '../placeOf.js';
import { verify } from '../verify.js';
import type { Bucket } from './openBucket.js';

/** How often the same wrong bytes have to arrive before they count as those that are stored. */
const looks = 3;

/**
 * Reads blobs of a bucket and verifies them. Bytes that are damaged on the way are asked for again; those that are stored
 * damaged are moved to `quarantine/`.
 */
export function readBlobs(bucket: Bucket, prefix: string) {
  const open = async (hash: string): Promise<AsyncIterable<Buffer>> => {
    const chunks = await bucket.read(`${prefix}${placeOf(hash)}`);
    if (chunks === null) throw new BlobMissing(hash);
    return chunks;
  };

  /** The hash that the bytes of a blob have. */
  const digestOf = async (hash: string, keep: (chunk: Buffer) => void = () => {}): Promise<string> => {
    const sum = createHash('sha256');
    for await (const chunk of await open(hash)) {
      sum.update(chunk);
      keep(chunk);
    }
    return sum.digest('hex');
  };

  /** Why bytes had another hash. */
  const explainWrong = async (hash: string, digest: string): Promise<Error> => {
    for (let look = 1; look < looks; look++) {
      if ((await digestOf(hash)) === digest) continue;
      return new StorageUnavailable('The object store sent damaged bytes of an image. Try again later.');
    }
    await bucket.move(`${prefix}${placeOf(hash)}`, `${prefix}quarantine/${hash}.${randomUUID()}`);
    return new BlobCorrupt(hash);
  };

  return {
    /** Whether the store has the bytes of a hash, undamaged. */
    isRight: (hash: string): Promise<boolean> =>
      digestOf(hash).then(
        (digest) => digest === hash,
        (error: unknown) => {
          if (error instanceof BlobMissing) return false;
          throw error;
        },
      ),

    async get(hash: string): Promise<Buffer> {
      for (let attempt = 1; ; attempt++) {
        const chunks: Buffer[] = [];
        const digest = await digestOf(hash, (chunk) => chunks.push(chunk));
        if (digest === hash) return Buffer.concat(chunks);
        const error = await explainWrong(hash, digest);
        if (error instanceof BlobCorrupt || attempt === looks) throw error;
      }
    },

    async stream(hash: string): Promise<Readable> {
      const check = verify(hash, async (digest) => {
        throw await explainWrong(hash, digest);
      });
      // The reader of the stream gets its errors.
      return pipeline(Readable.from(await open(hash)), check, () => undefined);
    },
  };
}
