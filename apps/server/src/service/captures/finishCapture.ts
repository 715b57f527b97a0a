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

/**
 * Ends a capture when nothing of it is outstanding (R27): sets its baselines where it asked for that (R10), and starts
 * the diffs that waited for it. The caller holds the capture locked.
 */
export async function finishCapture(
  { queue }: Pick<Resources, 'queue'>,
  transaction: Database,
  capture: CaptureRow,
): Promise<void> {
  const done = capture.completedSnapshots + capture.failedSnapshots;
  if (capture.open || done < capture.totalSnapshots) return;
  const ended = capture.completedSnapshots > 0 || capture.totalSnapshots === 0 ? 'completed' : 'failed';
  if (!(await moveCapture(transaction, capture.id, ended))) return;
  await insertFlakes(transaction, capture);
  if (ended === 'completed' && capture.autoBaseline && capture.branch !== null) {
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
