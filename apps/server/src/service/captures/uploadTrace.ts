import type { Readable } from 'node:stream';
import type { Trace } from '@svc/schema';
import { notFound } from '../../domain/ServiceError.js';
import { presentSlot, type Slot } from '../../domain/slot.js';
import { findSnapshot } from '../../store/captures/captures.js';
import { saveTrace, type TraceRow } from '../../store/captures/traces.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';
import { requireKept } from '../sites/archives.js';
import { withinQuota } from '../withinQuota.js';
import { readCaptureState } from './readCapture.js';

/**
 * Makes sure that a snapshot can have a trace: it was uploaded to this capture.
 * @throws ServiceError CAPTURE_NOT_FOUND, SNAPSHOT_NOT_FOUND
 */
export async function requireTraceable(
  resources: Resources,
  access: ProjectAccess,
  captureId: string,
  slot: Slot,
): Promise<void> {
  await readCaptureState(resources, access, captureId);
  const snapshot = await findSnapshot(resources.database, captureId, slot);
  if (snapshot?.status !== 'captured' || snapshot.carriedFrom !== null) throw notFound('Snapshot');
}

/**
 * Keeps the trace of a snapshot, instead of the one that it may have had.
 * @param archive is stored as it comes; one that fails leaves nothing behind
 * @throws ServiceError QUOTA_EXCEEDED
 */
export async function uploadTrace(
  resources: Resources,
  { project }: ProjectAccess,
  captureId: string,
  slot: Slot,
  archive: Readable,
): Promise<Trace> {
  const { database, blobs } = resources;
  // How large it is, is known at its end.
  const { hash, size } = await withinQuota(resources, project.id, { bytes: 1, files: 1 }, () =>
    blobs.put(archive),
  );
  const row = await withinQuota(resources, project.id, { bytes: size, files: 1 }, () =>
    database.transaction().execute(async (transaction) => {
      await requireKept({ blobs }, transaction, [hash]);
      return saveTrace(transaction, { projectId: project.id, captureId, ...slot, hash, bytes: size });
    }),
  );
  return presentTrace(resources, row);
}

export const presentTrace = ({ links }: Pick<Resources, 'links'>, row: TraceRow): Trace => ({
  ...presentSlot(row),
  bytes: row.bytes,
  uploadedAt: row.uploadedAt.toISOString(),
  url: links.trace(row.projectId, row.hash),
});
