import type { IgnoredBox, SnapshotDiffResult, SnapshotFields } from '@svc/schema';
import type { Insertable } from 'kysely';
import { canPromote } from '../../domain/baselines/planPromotions.js';
import { baselineSource as sourceOf } from '../../domain/baselines/resolveBase.js';
import { maskOf, uniteRegions } from '../../domain/results/ignoredRegions.js';
import { isReviewable } from '../../domain/results/judgeResult.js';
import type { PlannedSlot } from '../../domain/results/planSlots.js';
import { changeReason } from '../../domain/results/sensitivity.js';
import { ServiceError } from '../../domain/ServiceError.js';
import { presentSlot, type Slot, slotKey, slotOf } from '../../domain/slot.js';
import { findSnapshot, outcomeColumns } from '../../store/captures/captures.js';
import type { Database } from '../../store/database.js';
import { keepResults } from '../../store/diffs/diffs.js';
import { readExplainedBase } from '../../store/diffs/results.js';
import { addUpload, type OpenHead } from '../../store/sessions/uploads.js';
import type { Results } from '../../store/tables.js';
import { batchesOf } from '../../turns/batchesOf.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { type HeadView, headOf, viewHead } from '../baselines/HeadView.js';
import { extrasColumns, recordSnapshotIn } from '../captures/recordSnapshot.js';
import { type StoredImage, uploadedOutcome } from '../captures/uploadSnapshot.js';
import { explainDiff } from '../causes/explainDiff.js';
import { explainBaseline } from '../diffs/explainBaseline.js';
import { planUploads } from '../diffs/planDiff.js';
import { recall } from '../diffs/recallDecisions.js';
import { resultOf, rowOf } from '../diffs/resultOf.js';
import { presentIgnored } from '../images/presentIgnored.js';
import type { Resources } from '../Resources.js';
import { openSession, type SessionStart, useSession } from './openSession.js';

/** An image for a slot of a session, and what was said with it. */
export interface Upload extends SnapshotFields {
  slot: Slot;
  image: StoredImage;
}

/** How an upload was decided about when it was compared. */
export type Birth = Pick<SnapshotDiffResult, 'approvalStatus' | 'baselineSource' | 'baseline'>;

/** What a result says of the comparison. */
type Compared = Pick<Insertable<Results>, 'status' | 'diffPercentage' | 'baseHash' | 'maskHash'>;

interface Recorded {
  upload: Upload;
  planned: PlannedSlot;
  /** Null where the images have yet to be compared. */
  result: Insertable<Results> | null;
}

/** What was recorded into one diff, in the order of the uploads; a refusal stands for its upload alone. */
interface Recording {
  diff: OpenHead;
  view: HeadView;
  entries: readonly (Recorded | ServiceError)[];
}

/** Comparisons of one call at a time. */
const comparedAtOnce = 4;

/**
 * Records images in the diff of a suite, each in a slot of its own, and compares them at once (R21).
 * @returns in the order of the uploads; what refuses one of them (`SNAPSHOT_DUPLICATE`) is in its place
 * @throws ServiceError SESSION_COMPLETED, SESSION_MISMATCH
 */
export async function compareUploads(
  resources: Resources,
  access: ProjectAccess,
  start: SessionStart,
  uploads: readonly Upload[],
): Promise<(SnapshotDiffResult | ServiceError)[]> {
  const recording = (await record(resources, access, start, uploads)) ?? (await openAndRecord());
  const { entries, diff } = recording;
  const answers: (SnapshotDiffResult | ServiceError)[] = [];
  for (const batch of batchesOf(entries, comparedAtOnce)) {
    answers.push(
      ...(await Promise.all(
        batch.map(async (entry) => {
          if (entry instanceof ServiceError) return entry;
          const result = entry.result ?? (await compare(resources, diff, entry));
          const birth = await decideAtBirth(resources, recording, entry, result);
          const ignored = uniteRegions(maskOf(entry.planned));
          const told = { ...result, ignored: ignored.length > 0 ? ignored : null };
          return presentUpload(entry.upload, diff, told, birth);
        }),
      )),
    );
  }
  return answers;

  async function openAndRecord(): Promise<Recording> {
    await openSession(resources, access, start);
    const again = await record(resources, access, start, uploads);
    if (!again) throw new Error(`session ${start.id} is gone`);
    return again;
  }
}

export const presentUpload = (
  { slot, image, path }: Upload,
  diff: OpenHead,
  result: Compared & { ignored: IgnoredBox[] | null },
  birth: Birth,
): SnapshotDiffResult => ({
  name: slot.name,
  browser: presentSlot(slot).browser,
  suite: diff.suite,
  status: result.status as SnapshotDiffResult['status'],
  diffPercentage: result.diffPercentage ?? null,
  reason: changeReason({ status: result.status, diffPercentage: result.diffPercentage ?? null }),
  diffId: diff.id,
  captureId: diff.headCaptureId,
  currentStorageKey: image.hash,
  baselineStorageKey: result.baseHash ?? null,
  diffStorageKey: result.maskHash ?? null,
  path: path ?? null,
  ignored: presentIgnored(result.ignored, image),
  ...birth,
});

/** Records the images while the session cannot end, with results where no decoding is needed. Null: nothing is open. */
const record = (
  resources: Resources,
  access: ProjectAccess,
  start: SessionStart,
  uploads: readonly Upload[],
): Promise<Recording | null> =>
  resources.database.transaction().execute(async (transaction) => {
    const diff = await useSession(transaction, access, start);
    if (!diff) return null;
    const { view, planned } = await plan(resources, transaction, access, diff, uploads);
    const entries: (Recorded | ServiceError)[] = [];
    for (const upload of uploads) {
      const plan = planned.get(slotKey(upload.slot));
      if (!plan) throw new Error(`"${upload.slot.name}" was uploaded, yet there is nothing to show of it`);
      entries.push(await recordOne(resources, transaction, diff, upload, plan));
    }
    return { diff, view, entries };
  });

/** What the slots of the uploads are to be compared with. */
async function plan(
  { commitGraphs, blobs }: Pick<Resources, 'commitGraphs' | 'blobs'>,
  database: Database,
  access: ProjectAccess,
  diff: OpenHead,
  uploads: readonly Upload[],
) {
  const view = await viewHead(database, commitGraphs, access.project, headOf(diff));
  const planned = await planUploads(
    { database, blobs },
    view,
    diff,
    uploads.map(({ slot, image, path, threshold, antiAliasing, ignore }) => ({
      ...slot,
      image: { hash: image.hash, pixels: image.pixelHash },
      path: path ?? null,
      threshold: threshold ?? null,
      antiAliasing: antiAliasing ?? null,
      ignored: uploadedOutcome(image, { ignore }).ignored,
    })),
  );
  return { view, planned };
}

/** A refusal is found before anything is written, so it leaves the transaction as it is. */
async function recordOne(
  resources: Resources,
  transaction: Database,
  diff: OpenHead,
  upload: Upload,
  planned: PlannedSlot,
): Promise<Recorded | ServiceError> {
  const { slot, image, ignore } = upload;
  const outcome = uploadedOutcome(image, { ignore });
  const { verdict } = planned;
  const result = verdict === 'compare' ? null : rowOf(diff, planned, 0, verdict, null);
  const { ignored } = outcomeColumns(outcome);
  const added = { ...slot, hash: image.hash, ignored, ...extrasColumns(upload) };
  if (!(await addUpload(transaction, diff, added, result))) {
    try {
      await recordSnapshotIn(resources, transaction, diff.headCaptureId, slot, outcome, upload);
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'SNAPSHOT_DUPLICATE') return error;
      throw error;
    }
    if (result) await keepResults(transaction, diff.id, [result]);
  }
  return { upload, planned, result };
}

/** Compares outside of any transaction; the result is kept unless another image has replaced this one meanwhile. */
async function compare(
  resources: Resources,
  diff: OpenHead,
  { planned, upload: { slot, image } }: Recorded,
): Promise<Insertable<Results>> {
  const result = await resultOf(resources, diff, planned, 0);
  await resources.database.transaction().execute(async (transaction) => {
    const current = await findSnapshot(transaction, diff.headCaptureId, slot);
    if (current?.hash === image.hash) await keepResults(transaction, diff.id, [result]);
  });
  await explainDiff(resources, diff, { slots: [slot] });
  return result;
}

/** How an upload of an open session is decided about that was recorded before. */
export async function decideUpload(
  resources: Resources,
  access: ProjectAccess,
  diff: OpenHead,
  upload: Upload,
  result: Pick<Insertable<Results>, 'status'>,
): Promise<Birth> {
  const { view, planned } = await plan(resources, resources.database, access, diff, [upload]);
  const slot = planned.get(slotKey(upload.slot));
  if (!slot) throw new Error(`"${upload.slot.name}" was uploaded, yet there is nothing to show of it`);
  return decideAtBirth(resources, { diff, view }, { planned: slot, upload }, result);
}

async function decideAtBirth(
  { database }: Resources,
  { diff, view }: Pick<Recording, 'diff' | 'view'>,
  { planned, upload }: Pick<Recorded, 'planned' | 'upload'>,
  result: Pick<Insertable<Results>, 'status'>,
): Promise<Birth> {
  const origin = planned.source;
  if (!isReviewable(result.status))
    return { approvalStatus: 'approved', baselineSource: origin, baseline: null };
  const automatic = diff.autoApprove || (upload.autoApprove ?? false);
  const change = {
    ...slotOf(planned),
    basePixels: planned.base?.pixels ?? null,
    headPixels: planned.head?.pixels ?? null,
  };
  const births = await recall(database, view, [change], view.remembers && canPromote(diff));
  const birth = births.get(slotKey(planned));
  const isRemembered = birth?.approvalStatus === 'approved';
  const baselineSource = birth?.decision && isRemembered ? sourceOf.approval(birth.decision.diffId) : origin;
  const approvalStatus = birth?.decision ? birth.approvalStatus : automatic ? 'approved' : 'pending';
  const explained = await readExplainedBase(database, planned);
  return {
    approvalStatus,
    baselineSource,
    baseline: explainBaseline({ ...explained, baseReason: planned.reason, baselineSource }),
  };
}
