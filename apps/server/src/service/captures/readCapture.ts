import type { Capture, Diff } from '@svc/schema';
import { notFound } from '../../domain/ServiceError.js';
import { presentSlot } from '../../domain/slot.js';
import { findCapture, listFailedSnapshots, listSnapshots } from '../../store/captures/captures.js';
import { findSessionOf } from '../../store/sessions/reviewSessions.js';
import { mapInTurns } from '../../turns/mapInTurns.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';
import { presentCaptureSummary } from './readCaptures.js';

/**
 * A capture with its images and failures.
 * @throws ServiceError CAPTURE_NOT_FOUND
 */
export async function readCapture(
  { database, links }: Resources,
  { project }: ProjectAccess,
  id: string,
): Promise<Capture> {
  const row = await findCapture(database, project.id, id);
  if (!row) throw notFound('Capture');
  const rows = await listSnapshots(database, row.id);
  return {
    ...presentCaptureSummary(row),
    sessionId: await findSessionOf(database, row.id),
    snapshots: await mapInTurns(rows.filter(isCaptured), (snapshot) => ({
      ...presentSlot(snapshot),
      imageUrl: links.image(row.projectId, snapshot.hash),
      hash: snapshot.hash,
      width: snapshot.width ?? 0,
      height: snapshot.height ?? 0,
      path: snapshot.path,
      metadata: snapshot.metadata,
      unstable: snapshot.unstable,
      incomplete: snapshot.incomplete ?? [],
      renderer: snapshot.renderer,
      carriedFrom: snapshot.carriedFrom,
      ignored: snapshot.ignored ?? [],
      provenFrom: snapshot.provenFrom,
      attempt: snapshot.attempt,
    })),
    failures: rows.flatMap((snapshot) =>
      snapshot.error === null ? [] : { ...presentSlot(snapshot), message: snapshot.error },
    ),
  };
}

const isCaptured = <Row extends { hash: string | null }>(row: Row): row is Row & { hash: string } =>
  row.hash !== null;

/** Snapshots of a capture that could not be captured, with the reason. */
export async function listFailures({ database }: Resources, captureId: string): Promise<Diff['failures']> {
  const snapshots = await listFailedSnapshots(database, captureId);
  return snapshots.flatMap(({ error, ...slot }) =>
    error === null ? [] : { ...presentSlot(slot), message: error },
  );
}
