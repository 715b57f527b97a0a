import { ServiceError } from '../../domain/ServiceError.js';
import type { Database } from '../../store/database.js';
import { findRemovalOfResults, findRemovalOfSnapshots } from '../../store/partitions/findRemoval.js';

const since = (removedAt: Date): string =>
  `on ${removedAt.toISOString().slice(0, 10)}, since this service does not keep them forever; run the build again`;

/**
 * Nothing is decided about a diff whose results were removed, nor is it compared again: what is left does not say what it
 * showed.
 * @throws ServiceError SNAPSHOT_NOT_IN_DIFF
 */
export async function refuseRemovedResults(database: Database, diffId: string): Promise<void> {
  const removedAt = await findRemovalOfResults(database, diffId);
  if (!removedAt) return;
  throw new ServiceError(
    'SNAPSHOT_NOT_IN_DIFF',
    `The results of diff ${diffId} were removed ${since(removedAt)}`,
  );
}

/** @throws ServiceError CAPTURE_NOT_FOUND */
export async function refuseRemovedSnapshots(database: Database, captureId: string): Promise<void> {
  const removedAt = await findRemovalOfSnapshots(database, captureId);
  if (!removedAt) return;
  throw new ServiceError(
    'CAPTURE_NOT_FOUND',
    `The snapshots of capture ${captureId} were removed ${since(removedAt)}`,
  );
}
