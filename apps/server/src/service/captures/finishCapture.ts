import { endOfCapture } from '../../domain/captures/endOfCapture.js';
import { slotOf } from '../../domain/slot.js';
import { insertEntries } from '../../store/baselines/baselines.js';
import type { CaptureRow } from '../../store/captures/captures.js';
import { listSnapshots, moveCapture } from '../../store/captures/captures.js';
import { insertFlakes } from '../../store/captures/flakes.js';
import { hasMates, type Place } from '../../store/checks/runs.js';
import type { Database } from '../../store/database.js';
import { listWaitingDiffs } from '../../store/diffs/diffs.js';
import { findProjectById } from '../../store/projects/projects.js';
import { lockBaselines } from '../../store/projects/suites.js';
import { noteInAudit } from '../audit/noteInAudit.js';
import type { Resources } from '../Resources.js';

/** That nobody will upload into a capture any more (R48). */
export interface Abandonment {
  reason: string;
  /** When it was made or last uploaded into. */
  lastSeenAt: Date;
}

/**
 * Ends a capture when nothing of it is outstanding (R27), or when it is abandoned: sets its baselines where it asked for
 * that (R10), and starts the diffs that waited for it. The caller holds the capture locked.
 */
export async function finishCapture(
  { queue }: Pick<Resources, 'queue'>,
  transaction: Database,
  capture: CaptureRow,
  abandoned?: Abandonment,
): Promise<void> {
  const done = capture.completedSnapshots + capture.failedSnapshots;
  if (!abandoned && (capture.open || done < capture.totalSnapshots)) return;
  const ended = endOfCapture(capture, abandoned !== undefined);
  // What was abandoned counts as of its last sign of life, so that a run that was started again in the meantime replaces it.
  const end = abandoned && {
    error: ended === 'failed' ? abandoned.reason : null,
    completedAt: abandoned.lastSeenAt,
  };
  if (!(await moveCapture(transaction, capture.id, ended, end))) return;
  await insertFlakes(transaction, capture);
  if (ended === 'completed' && !abandoned && capture.autoBaseline && capture.branch !== null) {
    await setBaselines(transaction, capture, capture.branch);
  }
  for (const diffId of await listWaitingDiffs(transaction, capture.id)) {
    await queue.enqueue(transaction, 'computeDiff', { diffId });
  }
  const place = placeOf(capture);
  if (place && (await hasMates(transaction, capture, place)))
    await queue.enqueue(transaction, 'reconsiderCommit', place);
}

/** Null for a capture that no other one carries from. */
const placeOf = ({ projectId, namespace, branch, commit, ephemeral }: CaptureRow): Place | null =>
  branch === null || commit === null || ephemeral ? null : { projectId, namespace, branch, commit };

async function setBaselines(transaction: Database, capture: CaptureRow, branch: string): Promise<void> {
  await lockBaselines(transaction, capture.suiteId, 'write');
  const snapshots = await listSnapshots(transaction, capture.id);
  const entries = snapshots.flatMap(({ hash, carriedFrom, ...snapshot }) =>
    hash === null || carriedFrom !== null
      ? []
      : {
          projectId: capture.projectId,
          suiteId: capture.suiteId,
          namespace: capture.namespace,
          branch,
          ...slotOf(snapshot),
          hash,
          captureId: capture.id,
          commit: capture.commit,
          diffId: null,
          actor: capture.actor,
        },
  );
  await insertEntries(transaction, entries);
  const project = await findProjectById(transaction, capture.projectId);
  const details = { branch, suite: capture.suite, count: entries.length };
  const by = { project, actor: capture.actor, namespace: '' };
  await noteInAudit(transaction, by, 'baselines.set', { target: capture.id, details });
}
