import { BlobMissing } from './BlobStore.js';

/**
 * Where a blob is in a store: `ab/cd/abcd…`. Disk and S3 have the same layout, so that one can be copied to the other with any tool.
 * @throws BlobMissing for what is not a hash
 */
export function placeOf(hash: string): string {
  if (!/^[0-9a-f]{64}$/.test(hash)) throw new BlobMissing(hash);
  return `${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`;
}

/** The hash of what is at a place; undefined for what is not a blob. */
export const hashAt = (place: string): string | undefined =>
  /^[0-9a-f]{2}\/[0-9a-f]{2}\/([0-9a-f]{64})$/.exec(place)?.[1];
