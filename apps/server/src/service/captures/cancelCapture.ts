import { actorText } from '@svc/schema/actorText';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import { lockCapture } from '../../store/captures/captures.js';
import { isInOpenSession } from '../../store/sessions/reviewSessions.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { refuseStrayUpload } from '../access/refuseStrayUpload.js';
import type { Resources } from '../Resources.js';
import { endEarly } from './endEarly.js';

/**
 * Ends a capture before it is complete (R50): it fails, nothing of it is approved or made a baseline, and its check stays
 * red until the same part runs again. What was captured stays. Cancelling it again changes nothing.
 * @throws ServiceError CAPTURE_NOT_FOUND, CAPTURE_COMPLETED, VALIDATION_ERROR for a capture of an open session
 */
export async function cancelCapture(
  resources: Resources,
  access: ProjectAccess,
  captureId: string,
): Promise<void> {
  await resources.database.transaction().execute(async (transaction) => {
    const held = await lockCapture(transaction, captureId);
    if (!held || held.projectId !== access.project.id) throw notFound('Capture');
    refuseStrayUpload(access, held, `capture ${captureId}`);
    if (held.status === 'failed') return;
    if (held.status === 'completed')
      throw new ServiceError('CAPTURE_COMPLETED', `Capture ${captureId} is completed already`);
    if (await isInOpenSession(transaction, captureId)) {
      throw new ServiceError(
        'VALIDATION_ERROR',
        'The capture belongs to a session and ends with it; complete the session with an exit code that is not 0',
      );
    }
    const reason = `cancelled by ${actorText(access.actor)}`;
    await endEarly(resources, transaction, captureId, { reason, at: null, isCancelled: true });
  });
}
