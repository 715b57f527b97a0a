import {
  type HeadSlot,
  type Image,
  openPlan,
  type PlannedRun,
  type PlannedSlot,
  planSlots,
  withoutCaptured,
} from '../../domain/results/planSlots.js';
import { slotKey, slotOf } from '../../domain/slot.js';
import { type CaptureRow, listComparedSnapshots } from '../../store/captures/captures.js';
import type { Database } from '../../store/database.js';
import type { DiffRow } from '../../store/diffs/diffs.js';
import { type CarryScope, listSameCommitImages } from '../../store/diffs/openReviews.js';
import { isOfOneUpload } from '../../store/sessions/reviewSessions.js';
import type { OpenHead } from '../../store/sessions/uploads.js';
import { mapInTurns } from '../../turns/mapInTurns.js';
import { findBases, findBasesInCapture } from '../baselines/findBases.js';
import type { HeadView } from '../baselines/HeadView.js';
import { findSlotsOfOtherParts } from '../checks/findSlotsOfOtherParts.js';
import type { Resources } from '../Resources.js';
import { addBaseRegions } from './addBaseRegions.js';
import { applyIgnoreAreas } from './applyIgnoreAreas.js';
import { findUnresolved } from './findUnresolved.js';

/**
 * What a diff has to compare, as of one moment: every slot of the head capture, of its bases, and of what is carried
 * forward (R7, R23, R24); of an upload without a session its slot alone (R21). The caller holds the baselines.
 */
export async function planDiff(
  database: Database,
  view: HeadView,
  diff: DiffRow,
  head: CaptureRow,
): Promise<PlannedSlot[]> {
  const snapshots = await listComparedSnapshots(database, head.id);
  const captured = await mapInTurns(
    snapshots.filter(({ carriedFrom }) => carriedFrom === null),
    (snapshot): HeadSlot => ({
      ...slotOf(snapshot),
      image: snapshot.hash === null ? null : { hash: snapshot.hash, pixels: snapshot.pixelHash },
      failed: snapshot.status === 'failed',
      path: snapshot.path,
      threshold: snapshot.threshold,
      antiAliasing: snapshot.antiAliasing,
      ignored: snapshot.ignored,
    }),
  );
  const alone = (await isOfOneUpload(database, diff.id)) ? captured[0] : undefined;
  const scope = alone ? null : carryScopeOf(view, diff, head);
  const sameCommit = withoutCaptured(scope ? await listSameCommitImages(database, scope) : [], captured);
  const unresolved = withoutCaptured(scope ? await findUnresolved(database, view, scope) : [], captured);
  const bases = diff.baseCaptureId
    ? await findBasesInCapture(database, diff.baseCaptureId)
    : await findBases(
        database,
        view,
        [
          ...captured.flatMap(({ image, ...slot }) =>
            image ? { ...slotOf(slot), pixels: image.pixels } : [],
          ),
          ...unresolved,
          ...sameCommit,
        ],
        alone && [alone],
      );
  const ofOtherParts =
    scope && (head.complete || diff.manifest !== null)
      ? await findSlotsOfOtherParts(database, head, withoutCaptured([...bases, ...unresolved], captured))
      : new Set<string>();
  const { slots, plan } = openPlan(runOf(diff, head), {
    captured,
    sameCommit,
    unresolved,
    bases,
    ofOtherParts,
  });
  return addBaseRegions(database, (await mapInTurns(slots, plan)).flat());
}

/** As {@link planDiff}, for images that a session has just been given, each in a slot of its own; by their slots. */
export async function planUploads(
  within: Pick<Resources, 'database' | 'blobs'>,
  view: HeadView,
  head: OpenHead,
  slots: readonly (Omit<HeadSlot, 'failed'> & { image: Image })[],
): Promise<Map<string, PlannedSlot>> {
  const { database } = within;
  const bases = await findBases(
    database,
    view,
    slots.map((slot) => ({ ...slotOf(slot), pixels: slot.image.pixels })),
    slots,
  );
  const captured = slots.map((slot): HeadSlot => ({ ...slot, failed: false }));
  const nothing = { sameCommit: [], unresolved: [], ofOtherParts: new Set<string>() };
  const planned = await addBaseRegions(
    database,
    planSlots(runOf(head, head), { captured, bases, ...nothing }),
  );
  const masked = await applyIgnoreAreas(within, { diff: head, view, earlier: [] }, planned);
  return new Map(masked.map((slot) => [slotKey(slot), slot]));
}

const runOf = (
  { threshold, sensitivity, antiAliasing, manifest }: DiffRow,
  { complete, exitCode, failedSnapshots }: Pick<CaptureRow, 'complete' | 'exitCode' | 'failedSnapshots'>,
): PlannedRun => ({ threshold, sensitivity, antiAliasing, manifest, complete, exitCode, failedSnapshots });

/** Where a diff carries forward from; null for one against a capture, or of a capture that belongs to no branch. */
export const carryScopeOf = (view: HeadView, diff: DiffRow, head: CaptureRow): CarryScope | null =>
  diff.baseCaptureId !== null || head.branch === null || view.branch === null || head.ephemeral
    ? null
    : {
        projectId: head.projectId,
        suiteId: head.suiteId,
        namespace: head.namespace,
        branch: view.branch,
        defaultBranch: view.defaultBranch,
        former: view.former,
        commit: head.commit,
        headCaptureId: head.id,
      };
