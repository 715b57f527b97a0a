import { Readable } from 'node:stream';
import { createS3Blobs, type S3Options, usualLimits, usualSilence } from '../blobs/s3/createS3Blobs.js';
import { createS3Client } from '../blobs/s3/createS3Client.js';
import { openBucket } from '../blobs/s3/openBucket.js';
import type { S3Settings } from '../blobs/s3/S3Settings.js';
import { BackupFileMissing, type BackupStore } from './BackupStore.js';

/** Files of backups. Others may write to the same bucket, even below the same prefix. */
const isOfBackup = /^\d{8}T\d{6}\.\d{3}Z\//;

/**
 * Where backups are in a bucket, below a prefix: as in a folder, so that one can be copied to the other.
 * @throws StorageUnavailable when the bucket cannot be listed
 */
export async function openBackupBucket(
  settings: S3Settings,
  options: Pick<S3Options, 'spoolFolder' | 'limits' | 'silence' | 'makeAgents'>,
): Promise<BackupStore> {
  const { prefix } = settings;
  const holds = 'the backups';
  const client = createS3Client(settings, options.silence ?? usualSilence, options.makeAgents);
  const bucket = openBucket(client, settings, options.limits ?? usualLimits, holds);
  return {
    place: `s3://${settings.bucket}/${prefix}`,
    blobs: await createS3Blobs({ ...settings, prefix: `${prefix}blobs/` }, { ...options, holds }),
    write: (name, content) => bucket.write(`${prefix}${name}`, content),
    async read(name) {
      const bytes = await bucket.read(`${prefix}${name}`);
      if (bytes === null) throw new BackupFileMissing(name);
      return Readable.from(bytes);
    },
    async list() {
      const names: string[] = [];
      // Backups are named by their years, and `blobs` is not listed.
      for await (const page of bucket.list(`${prefix}2`))
        names.push(...page.map(({ key }) => key.slice(prefix.length)));
      return names.sort();
    },
    remove: (name) => bucket.delete(`${prefix}${name}`),
    // Blobs are written whole.
    removeLeftovers: () =>
      bucket.abandonWrites(`${prefix}2`, (key) => isOfBackup.test(key.slice(prefix.length))),
  };
}
