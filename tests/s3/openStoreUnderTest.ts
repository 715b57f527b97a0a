import { readdir } from 'node:fs/promises';
import { PutObjectCommand } from '@aws-sdk/client-s3';
import { expect } from 'vitest';
import { createS3Blobs } from '../../apps/server/src/store/blobs/s3/createS3Blobs.js';
import type { S3Settings } from '../../apps/server/src/store/blobs/s3/S3Settings.js';
import type { BlobStoreUnderTest } from '../../apps/server/testing/testBlobStore.js';
import type { Ceph } from '../../scripts/ceph/start.mjs';
import { openTestBucket } from './openTestBucket.js';

export const keyOf = (prefix: string, hash: string) =>
  `${prefix}${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`;

/** The driver on a bucket of its own, for the contract of all drivers. */
export async function openStoreUnderTest(
  ceph: Ceph,
  own: Partial<S3Settings> = {},
): Promise<BlobStoreUnderTest> {
  const { client, settings, spoolFolder, dispose } = await openTestBucket(own, ceph);
  const open = () => createS3Blobs(settings, { spoolFolder });
  return {
    store: await open(),
    reopen: open,
    async damage(hash) {
      const Key = keyOf(settings.prefix, hash);
      await client.send(new PutObjectCommand({ Bucket: settings.bucket, Key, Body: 'damaged' }));
    },
    async dispose() {
      expect(await readdir(spoolFolder)).toEqual([]);
      await dispose();
    },
  };
}
