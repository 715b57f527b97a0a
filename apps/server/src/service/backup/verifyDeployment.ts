import { describeBlob, listNamedBlobs } from '../../store/backup/namedBlobs.js';
import type { BlobStore } from '../../store/blobs/BlobStore.js';
import type { Database } from '../../store/database.js';
import { markBlobs } from '../../store/retention/removals.js';
import { type BlobCount, type DamagedBlob, verifyBlobs } from './eachBlob.js';
import { describeBytes, describeCount, type Progress } from './Progress.js';

export interface VerifiedDeployment extends BlobCount {
  /** With what each of them is to whom, such as `image of acme/web`. */
  damaged: (DamagedBlob & { uses: string[] })[];
}

/**
 * Reads each blob that the database names, to see whether it is there and is what its hash says. Blobs that went meanwhile since
 * nothing names them any more are not missing. Those that are lost are marked, so that clients are asked to send them again.
 */
export async function verifyDeployment(
  { database, blobs }: { database: Database; blobs: BlobStore },
  progress: Progress,
): Promise<VerifiedDeployment> {
  const note = (count: BlobCount) =>
    progress(() => `Blobs: ${describeCount(count.blobs)}, ${describeBytes(count.bytes)}`);
  const outcome = await verifyBlobs(blobs, eachOf(listNamedBlobs(database)), note);
  const damaged: VerifiedDeployment['damaged'] = [];
  for (const blob of outcome.damaged) {
    const uses = await describeBlob(database, blob.hash);
    if (uses.length > 0) damaged.push({ ...blob, uses });
  }
  await markBlobs(
    database,
    damaged.map(({ hash }) => hash),
  );
  return { ...outcome, damaged };
}

async function* eachOf<Item>(batches: AsyncIterable<Item[]>): AsyncGenerator<Item> {
  for await (const batch of batches) yield* batch;
}
