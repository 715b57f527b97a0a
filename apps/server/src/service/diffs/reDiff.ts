import { sessionIsOver } from '../../domain/captures/sessionEnd.js';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import { findCapture } from '../../store/captures/captures.js';
import { lockDiff, setDiffStatus } from '../../store/diffs/diffs.js';
import { findExpiredSession } from '../../store/sessions/reviewSessions.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { refuseRemovedResults } from '../access/refuseRemoved.js';
import { refuseStrayUpload } from '../access/refuseStrayUpload.js';
import { updateCheckRuns } from '../checks/updateCheckRuns.js';
import type { Resources } from '../Resources.js';

/**
 * Evaluates a diff again, against the baselines of now (R17). Its results stand until then, so that nobody who carries
 * forward meanwhile misses what is undecided.
 * @throws ServiceError DIFF_NOT_FOUND, DIFF_NOT_READY, SESSION_COMPLETED for one that failed with its session (R22, R50),
 *   SNAPSHOT_NOT_IN_DIFF for one whose results were removed
 */
export async function reDiff(
  { database, queue }: Resources,
  access: ProjectAccess,
  diffId: string,
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const diff = await lockDiff(transaction, access.project.id, diffId);
    if (!diff) throw notFound('Diff');
    const head = await findCapture(transaction, access.project.id, diff.headCaptureId);
    if (head) refuseStrayUpload(access, head, `diff ${diffId}`);
    if (diff.status === 'processing') {
      throw new ServiceError(
        'DIFF_NOT_READY',
        `Diff ${diffId} is processing already; wait until it is completed`,
      );
    }
    const session = await findExpiredSession(transaction, diffId);
    if (session) throw sessionIsOver(session);
    await refuseRemovedResults(transaction, diffId);
    await setDiffStatus(transaction, diffId, 'processing');
    await updateCheckRuns(transaction, [diffId]);
    await queue.enqueue(transaction, 'computeDiff', { diffId });
  });
}
