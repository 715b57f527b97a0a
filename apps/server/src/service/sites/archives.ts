import { StorageUnavailable } from '../../domain/StorageUnavailable.js';
import type { Database } from '../../store/database.js';
import { mayRemoveBlobs } from '../../store/retention/holdRemovals.js';
import { listMarkedAmong, listUnneededBlobs, markBlobs } from '../../store/retention/removals.js';
import { lockArchives, takeArchive } from '../../store/sites/archives.js';
import type { Resources } from '../Resources.js';

/**
 * Removes the archive of a site that has ended, in the transaction that ends it, unless something else has the same bytes.
 * Should the removal fail, nothing names the bytes any more, and they go later.
 */
export async function removeArchive(
  { blobs }: Pick<Resources, 'blobs'>,
  transaction: Database,
  siteId: string,
): Promise<void> {
  await lockArchives(transaction, 'exclusive');
  const hash = await takeArchive(transaction, siteId);
  if (hash === null) return;
  const [unneeded] = await listUnneededBlobs(transaction, [hash]);
  if (unneeded === undefined) return;
  // A process that has stored the same bytes and not recorded them sees the mark.
  await markBlobs(transaction, [hash]);
  if (await mayRemoveBlobs(transaction)) await blobs.delete(hash).catch(() => undefined);
}

/**
 * Makes sure, until the end of the transaction, that stored bytes are not those of an archive that was removed meanwhile.
 * @throws {StorageUnavailable} when they are gone and have to be stored again
 */
export async function requireKept(
  { blobs }: Pick<Resources, 'blobs'>,
  transaction: Database,
  hashes: readonly string[],
): Promise<void> {
  await lockArchives(transaction, 'shared');
  for (const hash of await listMarkedAmong(transaction, hashes)) {
    if (await blobs.has(hash)) continue;
    throw new StorageUnavailable('The same bytes were removed while these were stored. Send them again.');
  }
}
