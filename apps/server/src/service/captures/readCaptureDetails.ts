import type { SnapshotDetails } from '@svc/schema';
import { groupBy } from '../../domain/checks/groupBy.js';
import { notFound } from '../../domain/ServiceError.js';
import { presentSlot, slotKey } from '../../domain/slot.js';
import { listAttempts } from '../../store/captures/attempts.js';
import { findCapture, listSnapshots } from '../../store/captures/captures.js';
import { countFlakes } from '../../store/captures/flakes.js';
import { mapInTurns } from '../../turns/mapInTurns.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { Resources } from '../Resources.js';

/**
 * How each snapshot of a capture was made.
 * @throws ServiceError CAPTURE_NOT_FOUND
 */
export async function readCaptureDetails(
  { database, links }: Resources,
  { project }: ProjectAccess,
  id: string,
): Promise<{ snapshots: SnapshotDetails[] }> {
  const capture = await findCapture(database, project.id, id);
  if (!capture) throw notFound('Capture');
  const flakes = new Map(
    (await countFlakes(database, capture.suiteId)).map((row) => [slotKey(row), row.count]),
  );
  const rows = await listSnapshots(database, id);
  const earlier = groupBy(await listAttempts(database, id), slotKey);
  return {
    snapshots: await mapInTurns(rows, (row) => ({
      ...presentSlot(row),
      status: row.status,
      timings: row.timings,
      target: row.target && { ...row.target },
      metadata: row.metadata,
      renderer: row.renderer,
      unstable: row.unstable,
      incomplete: row.incomplete ?? [],
      flakeCount: flakes.get(slotKey(row)) ?? 0,
      carriedFrom: row.carriedFrom,
      provenFrom: row.provenFrom,
      testId: row.testId,
      earlierAttempts: (earlier.get(slotKey(row)) ?? []).map(({ attempt, hash, uploadedAt }) => ({
        attempt,
        imageUrl: links.image(capture.projectId, hash),
        uploadedAt: uploadedAt.toISOString(),
      })),
      error: row.error,
      console: row.console ?? [],
    })),
  };
}
