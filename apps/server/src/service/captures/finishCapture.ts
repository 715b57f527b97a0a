import { endOfCapture } from '../../domain/captures/endOfCapture.js';
import { slotOf } from '../../domain/slot.js';
import type { CaptureRow } from '../../store/captures/captures.js';
import { listComparedSnapshots, moveCapture } from '../../store/captures/captures.js';
import { insertFlakes } from '../../store/captures/flakes.js';
import { hasMates, type Place } from '../../store/checks/runs.js';
import type { Database } from '../../store/database.js';
import { listWaitingDiffs } from '../../store/diffs/diffs.js';
import { findProjectById } from '../../store/projects/projects.js';
import { lockBaselines } from '../../store/projects/suites.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import { viewHead } from '../baselines/HeadView.js';
import { promote } from '../baselines/promote.js';
import { reportFailure, updateCheckRuns } from '../checks/updateCheckRuns.js';
import type { Resources } from '../Resources.js';
import { compareLaterAgain } from '../stale/compareAgain.js';

/** Why a capture ends though something of it is outstanding: its client is gone (R48), or it was cancelled (R50). */
export interface Abandonment {
  reason: string;
  /**
   * As of when it has ended. One whose client is gone has ended when it was made or last uploaded into. Null for now, by the clock of the
   * database: those of processes may differ, and what ends later counts.
   */
  at: Date | null;
  isCancelled: boolean;
}

/**
 * Ends a capture when nothing of it is outstanding (R27), or when it is abandoned: sets its baselines where it asked for
 * that (R10), and starts the diffs that waited for it. The caller holds the capture locked.
 */
export async function finishCapture(
  resources: Pick<Resources, 'queue' | 'commitGraphs'>,
  transaction: Database,
  capture: CaptureRow,
  abandoned?: Abandonment,
): Promise<void> {
  const done = capture.completedSnapshots + capture.failedSnapshots;
  if (!abandoned && (capture.open || done < capture.totalSnapshots)) return;
  const ended = abandoned?.isCancelled ? 'failed' : endOfCapture(capture, abandoned !== undefined);
  // What was abandoned counts as of its last sign of life, so that a run that was started again in the meantime replaces it.
  const end = abandoned && {
    error: ended === 'failed' ? abandoned.reason : null,
    ...(abandoned.at && { completedAt: abandoned.at }),
  };
  if (!(await moveCapture(transaction, capture.id, ended, end))) return;
  await insertFlakes(transaction, capture);
  if (ended === 'completed' && !abandoned && capture.autoBaseline && capture.branch !== null) {
    await setBaselines({ ...resources, database: transaction }, capture, capture.branch);
  }
  for (const diffId of await listWaitingDiffs(transaction, capture.id)) {
    await resources.queue.enqueue(transaction, 'computeDiff', { diffId });
  }
  const place = placeOf(capture);
  if (!place) return;
  if (await hasMates(transaction, capture, place))
    await resources.queue.enqueue(transaction, 'reconsiderCommit', place);
  // Nobody may ever make a diff of it.
  if (ended === 'failed') await reportFailure(transaction, { ...capture, commit: place.commit });
}

/** Null for a capture that no other one carries from. */
const placeOf = ({ projectId, namespace, branch, commit, ephemeral }: CaptureRow): Place | null =>
  branch === null || commit === null || ephemeral ? null : { projectId, namespace, branch, commit };

async function setBaselines(
  resources: Pick<Resources, 'database' | 'queue' | 'commitGraphs'>,
  capture: CaptureRow,
  branch: string,
): Promise<void> {
  const { database: transaction, commitGraphs } = resources;
  await lockBaselines(transaction, capture.suiteId, 'write');
  const project = await findProjectById(transaction, capture.projectId);
  const checkout = capture.checkout ?? capture.commit;
  const view = await viewHead(transaction, commitGraphs, project, {
    ...capture,
    checkout,
    headCaptureId: capture.id,
    exceptDiff: null,
    wasSettled: false,
  });
  const snapshots = await listComparedSnapshots(transaction, capture.id);
  const entries = snapshots.flatMap(({ hash, pixelHash, carriedFrom, ...snapshot }) =>
    hash === null || carriedFrom !== null
      ? []
      : {
          ...slotOf(snapshot),
          headHash: hash,
          headPixels: pixelHash,
          actor: capture.actor,
          decisionId: null,
        },
  );
  const promoter = { captureId: capture.id, commit: capture.commit, diffId: null };
  const line = view.branch ?? branch;
  await promote(transaction, view, [line], promoter, entries);
  const scope = { ...capture, ...view, branch: line, headCaptureId: capture.id };
  await updateCheckRuns(transaction, await compareLaterAgain(resources, view, scope, entries));
  const details = { branch: line, suite: capture.suite, count: entries.length };
  const by = { project, actor: capture.actor, namespace: '' };
  await noteInAudit(transaction, by, 'baselines.set', { target: capture.id, details });
}
