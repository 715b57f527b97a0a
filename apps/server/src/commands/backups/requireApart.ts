import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { BackupRefused } from '../../service/backup/BackupRefused.js';
import { isCode } from '../../store/blobs/isCode.js';
import type { S3Settings } from '../../store/blobs/s3/S3Settings.js';

/**
 * `--keep` removes the blobs of a place that no backup there needs: they must not be those of the deployment.
 * @param place a folder
 * @throws BackupRefused
 */
export async function requireApartOnDisk(place: string, dataDir: string): Promise<void> {
  const [backups, images] = await Promise.all(
    [place, dataDir].map(async (folder) => `${await realPlace(path.join(folder, 'blobs'))}${path.sep}`),
  );
  if (!overlap(backups ?? '', images ?? '')) return;
  throw new BackupRefused(
    `${place} is where the images of the deployment are (${images}). Give backups a folder of their own.`,
  );
}

/**
 * The same in a bucket.
 * @param images where they are, or would be; null where no bucket is known
 */
export function requireApartInBucket(place: string, backups: S3Settings, images: S3Settings | null): void {
  if (images === null || images.bucket !== backups.bucket || storeOf(images) !== storeOf(backups)) return;
  if (!overlap(`${backups.prefix}blobs/`, images.prefix)) return;
  throw new BackupRefused(
    `${place} is in the bucket where the images of the deployment are, and its prefix and SVC_S3_PREFIX overlap. ` +
      'Give backups a bucket of their own.',
  );
}

/** Whether one lies in the other. Both end with a separator, unless they are empty. */
const overlap = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one);

/** A bucket of AWS has one name, whichever of its addresses it is reached at. */
function storeOf({ endpoint }: S3Settings): string {
  if (endpoint === null) return 'AWS';
  const { origin, hostname } = new URL(endpoint);
  return /\.amazonaws\.com(\.cn)?$/.test(hostname) ? 'AWS' : origin;
}

/** A path without links, also of what is not there yet. */
async function realPlace(place: string): Promise<string> {
  const absolute = path.resolve(place);
  try {
    return await realpath(absolute);
  } catch (error) {
    if (!isCode(error, 'ENOENT')) throw error;
    return path.join(await realPlace(path.dirname(absolute)), path.basename(absolute));
  }
}
