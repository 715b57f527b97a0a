import { mkdir } from 'node:fs/promises';
import { BlobMissing, type BlobStore } from '../BlobStore.js';
import { hashAt, placeOf } from '../placeOf.js';
import { quarantinedFor } from '../quarantinedFor.js';
import { abandonedAfter, removeOld } from '../removeOld.js';
import { createS3Client, type MakeAgents } from './createS3Client.js';
import { openBucket } from './openBucket.js';
import { readBlobs } from './readBlobs.js';
import { type RetryLimits, retry } from './retry.js';
import type { S3Settings } from './S3Settings.js';
import { signAddresses } from './signAddresses.js';
import { type Spooled, spool } from './spool.js';

export interface S3Options {
  /** Folder for what is too large for memory until it is sent. */
  spoolFolder: string;
  /** Called with the hash of what is about to be stored: a removal of blobs leaves it alone from then on. */
  claim?: (hash: string) => Promise<void>;
  /** Whether browsers may be sent to the store. */
  isDirect?: boolean;
  limits?: RetryLimits;
  /** Milliseconds without a byte after which a request has failed. */
  silence?: number;
  /** What the bucket is for, in messages: the images unless given. */
  holds?: string;
  /** Makes what connections come from, where they do not go directly. */
  makeAgents?: MakeAgents | undefined;
}

export const usualLimits: RetryLimits = { attempts: 5, firstDelay: 200, patience: 25_000 };
export const usualSilence = 15_000;

/**
 * Blobs as objects of a bucket, by their hash: `<prefix>ab/cd/abcd…`. The store checks the hash of what it is sent, and what it
 * answers is checked here. What turns out corrupt is moved to `<prefix>quarantine/`, and can be put again.
 * @throws StorageUnavailable when the bucket cannot be listed
 */
export async function createS3Blobs(
  settings: S3Settings,
  {
    spoolFolder,
    claim = async () => {},
    isDirect,
    limits = usualLimits,
    silence = usualSilence,
    makeAgents,
    holds,
  }: S3Options,
): Promise<BlobStore> {
  const { prefix, publicEndpoint } = settings;
  const client = createS3Client(settings, silence, makeAgents);
  const bucket = openBucket(client, settings, limits, holds);
  const blobs = readBlobs(bucket, prefix);
  const keyOf = (hash: string) => `${prefix}${placeOf(hash)}`;

  const send = async (spooled: Spooled) => {
    const tag = await bucket.putOnce(keyOf(spooled.hash), spooled);
    // The tag is not the MD5 of the bytes where the store encrypts them with a key of its own.
    if (tag === spooled.md5 || (await blobs.isRight(spooled.hash))) return;
    throw new Error('the object store has other bytes than were sent');
  };

  const find = async (hash: string): Promise<Date | null> => {
    try {
      return await bucket.findWrittenAt(keyOf(hash));
    } catch (error) {
      if (error instanceof BlobMissing) return null;
      throw error;
    }
  };

  await mkdir(spoolFolder, { recursive: true });
  await removeOld(spoolFolder, abandonedAfter);
  for await (const _page of bucket.list(prefix, 1)) break;

  return {
    async put(content) {
      const spooled = await spool(content, spoolFolder);
      try {
        await claim(spooled.hash);
        await retry(limits, () => send(spooled)).catch((error: unknown) => {
          throw bucket.explain(error);
        });
        return { hash: spooled.hash, size: spooled.size };
      } finally {
        await spooled.discard();
      }
    },

    has: async (hash) => (await find(hash)) !== null,
    get: blobs.get,
    stream: blobs.stream,
    delete: (hash) => bucket.delete(keyOf(hash)),

    async *list(start = '') {
      for await (const page of bucket.list(`${prefix}${start}`))
        yield page.flatMap(({ key }) => hashAt(key.slice(prefix.length)) ?? []);
    },

    writtenAt: find,

    async removeLeftovers() {
      await removeOld(spoolFolder, abandonedAfter);
      for await (const page of bucket.list(`${prefix}quarantine/`))
        for (const { key, writtenAt } of page)
          if (Date.now() - writtenAt.getTime() > quarantinedFor) await bucket.delete(key);
    },

    places: [`s3://${settings.bucket}/${prefix}`],
    direct: isDirect
      ? await signAddresses(
          publicEndpoint === null
            ? client
            : createS3Client({ ...settings, endpoint: publicEndpoint }, silence),
          settings,
        )
      : null,
  };
}
