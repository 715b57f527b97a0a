import type { CreateDiffBody } from '@svc/schema';
import { isJudging } from '../../domain/checks/isJudging.js';
import { judgementWith } from '../../domain/results/sensitivity.js';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import { type CaptureRow, findCapture, lockCapture } from '../../store/captures/captures.js';
import { findDiff, insertDiff, lockDiffById } from '../../store/diffs/diffs.js';
import { isInOpenSession, isInSession } from '../../store/sessions/reviewSessions.js';
import { type Attempt, onlyAttempt } from '../access/Attempt.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { refuseRemovedSnapshots } from '../access/refuseRemoved.js';
import { refuseOtherBranches, refuseStrayUpload } from '../access/refuseStrayUpload.js';
import { closeCapture } from '../captures/completeCapture.js';
import { openCheckRuns, updateCheckRuns } from '../checks/updateCheckRuns.js';
import type { Resources } from '../Resources.js';

/**
 * Starts the comparison of a capture. An open manual capture is complete from now on; a capture that is still under way
 * is compared when it ends.
 * @throws ServiceError CAPTURE_NOT_FOUND, CAPTURE_FAILED, VALIDATION_ERROR
 */
export async function createDiff(
  resources: Resources,
  access: ProjectAccess,
  body: CreateDiffBody,
  attempt: Attempt = onlyAttempt,
): Promise<string> {
  const { database, queue } = resources;
  const id = attempt.newId('diff');
  if (attempt.isRepeated && (await findDiff(database, access.project.id, id))) return id;
  await database.transaction().execute(async (transaction) => {
    const held = await lockCapture(transaction, body.headCaptureId);
    if (!held || held.projectId !== access.project.id) throw notFound('Capture');
    refuseStrayUpload(access, held, `capture ${held.id}`);
    refuseOtherBranches(access, body.targetRefs);
    refuseOtherSuite(held, body.suite, 'headCaptureId');
    await refuseRemovedSnapshots(transaction, held.id);
    if (body.baseCaptureId) {
      const base = await findCapture(transaction, access.project.id, body.baseCaptureId);
      if (!base) throw notFound('Capture');
      refuseFailed(base);
      await refuseRemovedSnapshots(transaction, base.id);
      if (base.status !== 'completed') {
        throw new ServiceError(
          'VALIDATION_ERROR',
          `Base capture ${base.id} is ${base.status}; wait until it is completed`,
          [{ path: 'baseCaptureId', message: 'is not completed' }],
        );
      }
    }
    // A capture of a session grows until the session ends; the diff waits for that.
    if (held.mode === 'manual' && held.open && !(await isInOpenSession(transaction, held.id)))
      await closeCapture(resources, transaction, held.id, 'was never uploaded');
    const head = (await lockCapture(transaction, held.id)) as CaptureRow;
    refuseFailed(head);
    const asked = {
      baseCaptureId: body.baseCaptureId ?? null,
      ...judgementWith(body.threshold ?? access.project.threshold, access.project),
      antiAliasing: body.antiAliasing ?? access.project.antiAliasing,
      manifest: body.manifest ?? null,
    };
    // What a session has to say of a commit, the diffs of the session say.
    const isOfSession = await isInSession(transaction, head.id);
    await insertDiff(transaction, {
      id,
      projectId: access.project.id,
      suiteId: head.suiteId,
      headCaptureId: head.id,
      baselineRef: body.baselineRef ?? head.baselineRef,
      ...asked,
      judging: !isOfSession && isJudging({ ...head, ...asked }, access.project),
      targetRefs: body.targetRefs ?? null,
      history: body.history ?? head.history,
    });
    const diff = await lockDiffById(transaction, id);
    if (!diff) throw new Error(`diff ${id} is gone`);
    await openCheckRuns(transaction, diff);
    await updateCheckRuns(transaction, [id]);
    if (head.status === 'completed') await queue.enqueue(transaction, 'computeDiff', { diffId: id });
  });
  return id;
}

function refuseOtherSuite(capture: CaptureRow, suite: string, path: string): void {
  if (capture.suite === suite) return;
  const message = `Capture ${capture.id} belongs to suite "${capture.suite}", not "${suite}"`;
  throw new ServiceError('VALIDATION_ERROR', message, [{ path, message }]);
}

function refuseFailed(capture: CaptureRow): void {
  if (capture.status !== 'failed') return;
  throw new ServiceError(
    'CAPTURE_FAILED',
    `Capture ${capture.id} failed: ${capture.error ?? 'none of its snapshots could be captured'}`,
  );
}
