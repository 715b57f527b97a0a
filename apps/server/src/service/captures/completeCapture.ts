import { notFound, ServiceError } from '../../domain/ServiceError.js';
import { failPendingSnapshots, lockCapture, recountCapture } from '../../store/captures/captures.js';
import type { Database } from '../../store/database.js';
import { isInOpenSession } from '../../store/sessions/reviewSessions.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { refuseStrayUpload } from '../access/refuseStrayUpload.js';
import type { Resources } from '../Resources.js';
import { finishCapture } from './finishCapture.js';

/**
 * Says that no more snapshots follow in a manual capture; announced ones that never came have failed.
 * @throws ServiceError CAPTURE_NOT_FOUND, VALIDATION_ERROR for a fleet capture
 */
export async function completeCapture(
  resources: Resources,
  access: ProjectAccess,
  captureId: string,
): Promise<void> {
  await resources.database.transaction().execute(async (transaction) => {
    const capture = await lockCapture(transaction, captureId);
    if (!capture || capture.projectId !== access.project.id) throw notFound('Capture');
    refuseStrayUpload(access, capture, `capture ${captureId}`);
    if (capture.mode === 'fleet') {
      throw new ServiceError(
        'VALIDATION_ERROR',
        'A fleet capture completes automatically when its targets are captured',
      );
    }
    if (await isInOpenSession(transaction, captureId)) {
      throw new ServiceError(
        'VALIDATION_ERROR',
        'The capture belongs to a session and completes with it; complete the session',
      );
    }
    await closeCapture(resources, transaction, captureId, 'was announced, but never uploaded');
  });
}

/** Ends a capture whatever is outstanding: that has failed, with the given reason. */
export async function closeCapture(
  resources: Pick<Resources, 'queue' | 'commitGraphs'>,
  transaction: Database,
  captureId: string,
  reason: string,
): Promise<void> {
  await failPendingSnapshots(transaction, captureId, reason);
  await recountCapture(transaction, captureId);
  const capture = await lockCapture(transaction, captureId);
  if (capture) await finishCapture(resources, transaction, { ...capture, open: false });
}
