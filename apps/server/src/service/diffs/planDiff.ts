import {
  type HeadSlot,
  type Image,
  type PlannedRun,
  type PlannedSlot,
  planSlots,
  withoutCaptured,
} from '../../domain/results/planSlots.js';
import { type Slot, slotOf } from '../../domain/slot.js';
import { type CaptureRow, listSnapshots } from '../../store/captures/captures.js';
import type { Database } from '../../store/database.js';
import type { DiffRow } from '../../store/diffs/diffs.js';
import { type CarryScope, listSameCommitImages, listUnresolved } from '../../store/diffs/openReviews.js';
import { findProjectById, type ProjectRow } from '../../store/projects/projects.js';
import { isOfOneUpload } from '../../store/sessions/reviewSessions.js';
import type { OpenHead } from '../../store/sessions/uploads.js';
import { type BaseLookUp, findBases, findBasesInCapture } from '../baselines/findBases.js';
import { findSlotsOfOtherParts } from '../checks/findSlotsOfOtherParts.js';

/**
 * What a diff has to compare, as of one moment: every slot of the head capture, of its bases, and of what is carried
 * forward (R7, R8, R23, R24); of an upload without a session its slot alone (R21). The caller holds the baselines.
 */
export async function planDiff(database: Database, diff: DiffRow, head: CaptureRow): Promise<PlannedSlot[]> {
  const snapshots = await listSnapshots(database, head.id);
  const captured = snapshots
    .filter((snapshot) => snapshot.carriedFrom === null)
    .map(
      ({ hash, pixelHash: pixels, status, path, threshold, ...snapshot }): HeadSlot => ({
        ...slotOf(snapshot),
        image: hash === null ? null : { hash, pixels },
        failed: status === 'failed',
        path,
        threshold,
      }),
    );
  const alone = (await isOfOneUpload(database, diff.id)) ? captured[0] : undefined;
  const scope = alone ? null : carryScopeOf(diff, head);
  const sameCommit = withoutCaptured(scope ? await listSameCommitImages(database, scope) : [], captured);
  const unresolved = withoutCaptured(scope ? await listUnresolved(database, scope) : [], captured);
  const { defaultBranch } = await findProjectById(database, diff.projectId);
  const bases = diff.baseCaptureId
    ? await findBasesInCapture(database, diff.baseCaptureId)
    : await findBases(database, { ...lookUpFor(diff, defaultBranch), ...(alone ? { slot: alone } : {}) }, [
        ...captured.flatMap(({ image, ...slot }) => (image ? { ...slot, pixels: image.pixels } : [])),
        ...unresolved,
        ...sameCommit,
      ]);
  const ofOtherParts =
    scope && (head.complete || diff.manifest !== null)
      ? await findSlotsOfOtherParts(database, head, withoutCaptured([...bases, ...unresolved], captured))
      : new Set<string>();
  return planSlots(runOf(diff, head), { captured, sameCommit, unresolved, bases, ofOtherParts });
}

/** As {@link planDiff}, for one image that a session has just been given. */
export async function planUpload(
  database: Database,
  { defaultBranch }: ProjectRow,
  head: OpenHead,
  slot: Slot & { image: Image; path: string[] | null },
): Promise<PlannedSlot> {
  const lookUp = { ...lookUpFor(head, defaultBranch), slot };
  const bases = await findBases(database, lookUp, [{ ...slotOf(slot), pixels: slot.image.pixels }]);
  const captured = [{ ...slot, failed: false, threshold: null }];
  const nothing = { sameCommit: [], unresolved: [], ofOtherParts: new Set<string>() };
  const [planned] = planSlots(runOf(head, head), { captured, bases, ...nothing });
  if (!planned) throw new Error(`"${slot.name}" was uploaded, yet there is nothing to show of it`);
  return planned;
}

const runOf = (
  { threshold, manifest }: DiffRow,
  { complete, exitCode, failedSnapshots }: Pick<CaptureRow, 'complete' | 'exitCode' | 'failedSnapshots'>,
): PlannedRun => ({ threshold, manifest, complete, exitCode, failedSnapshots });

/** Own promotions are left out, so that a diff that is computed again finds what it found first (R17). */
const lookUpFor = (diff: DiffRow, defaultBranch: string): BaseLookUp => ({
  suiteId: diff.suiteId,
  namespace: diff.namespace,
  branch: diff.branch,
  baselineRef: diff.baselineRef,
  defaultBranch,
  history: diff.history,
  exceptDiff: diff.id,
});

/** Where a diff carries forward from; null for one against a capture, or of a capture that belongs to no branch. */
export const carryScopeOf = (diff: DiffRow, head: CaptureRow): CarryScope | null =>
  diff.baseCaptureId !== null || head.branch === null || head.ephemeral
    ? null
    : {
        projectId: head.projectId,
        suiteId: head.suiteId,
        namespace: head.namespace,
        branch: head.branch,
        commit: head.commit,
        headCaptureId: head.id,
      };
