import { randomUUID } from 'node:crypto';
import { OtherBlobs } from '../../domain/OtherBlobs.js';
import {
  findBlobsMarker,
  listHosts,
  listHostsElsewhere,
  lockStarts,
  noteAlive,
  type ProcessRow,
  removeGone,
  setBlobsMarker,
} from '../../store/processes/processes.js';
import type { Resources } from '../Resources.js';

/**
 * Adds this process to those of the deployment. A blob that the database names marks the store that they share: a store without it
 * becomes that of the deployment where no other process runs, such as after a restored backup. A copied store has the marker too, so
 * processes also say where their blobs are.
 * @throws OtherBlobs where other processes run, and this one does not see their blobs
 */
export function joinDeployment(
  { database, blobs }: Pick<Resources, 'database' | 'blobs'>,
  self: Omit<ProcessRow, 'id' | 'blobPlaces'>,
): Promise<ProcessRow> {
  const own = { ...self, id: randomUUID(), blobPlaces: [...blobs.places] };
  return database.transaction().execute(async (transaction) => {
    await lockStarts(transaction);
    const elsewhere = await listHostsElsewhere(transaction, own.blobPlaces);
    if (elsewhere.length > 0) throw new OtherBlobs(elsewhere);
    const marker = await findBlobsMarker(transaction);
    if (marker === null || !(await blobs.has(marker))) {
      const others = await listHosts(transaction);
      if (marker !== null && others.length > 0) throw new OtherBlobs(others);
      const { hash } = await blobs.put(Buffer.from(`The blobs of one svc deployment: ${randomUUID()}\n`));
      await setBlobsMarker(transaction, hash);
    }
    await removeGone(transaction);
    await noteAlive(transaction, own);
    return own;
  });
}
