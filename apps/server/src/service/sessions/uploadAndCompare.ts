import type { IgnoredRegion, SnapshotDiffResult, SnapshotFields } from '@svc/schema';
import type { Insertable } from 'kysely';
import { canPromote } from '../../domain/baselines/planPromotions.js';
import { baselineSource as sourceOf } from '../../domain/baselines/resolveBase.js';
import { uniteRegions } from '../../domain/results/ignoredRegions.js';
import { isReviewable } from '../../domain/results/judgeResult.js';
import type { PlannedSlot } from '../../domain/results/planSlots.js';
import { ServiceError } from '../../domain/ServiceError.js';
import { presentSlot, readSlot, type Slot, slotKey, slotOf } from '../../domain/slot.js';
import { findSnapshot, outcomeColumns } from '../../store/captures/captures.js';
import { keepResults } from '../../store/diffs/diffs.js';
import { listResults, readExplainedBase } from '../../store/diffs/results.js';
import { addUpload, holdOpenHead, type OpenHead } from '../../store/sessions/uploads.js';
import type { Results } from '../../store/tables.js';
import { type Attempt, onlyAttempt } from '../access/Attempt.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { type HeadView, headOf, viewHead } from '../baselines/HeadView.js';
import { extrasColumns, recordSnapshotIn } from '../captures/recordSnapshot.js';
import {
  type SnapshotContent,
  type StoredImage,
  storeContent,
  uploadedOutcome,
} from '../captures/uploadSnapshot.js';
import { recall } from '../diffs/decideNewborn.js';
import { explainBaseline } from '../diffs/explainBaseline.js';
import { planUpload } from '../diffs/planDiff.js';
import { resultOf, rowOf } from '../diffs/resultOf.js';
import { presentIgnored } from '../images/presentIgnored.js';
import type { Resources } from '../Resources.js';
import { completeSession } from './completeSession.js';
import { openSession, type SessionStart, useSession } from './openSession.js';

/**
 * Takes a snapshot and compares it at once (R21), in the named session or in one of its own that ends with it.
 * @throws ServiceError VALIDATION_ERROR, SESSION_COMPLETED, SESSION_MISMATCH, SNAPSHOT_DUPLICATE, IMAGE_INVALID, IMAGE_TOO_LARGE, IMAGE_NOT_FOUND
 */
export async function uploadAndCompare(
  resources: Resources,
  access: ProjectAccess,
  fields: SnapshotFields,
  content: SnapshotContent,
  attempt: Attempt = onlyAttempt,
): Promise<SnapshotDiffResult> {
  const start = startOf(access, fields, attempt);
  const image = await storeContent(resources, access, content);
  const upload: Upload = {
    ...fields,
    slot: readSlot(fields),
    image,
  };
  if (start.implicit && attempt.isRepeated) {
    const before = await readCompleted(resources, access, start, upload);
    if (before) return before;
  }
  const recorded = (await record(resources, access, start, upload)) ?? (await openAndRecord());
  const result = recorded.result ?? (await compare(resources, recorded, upload));
  const automatic = recorded.diff.autoApprove || (fields.autoApprove ?? false);
  const decision = await decideAtBirth(resources, recorded, result, automatic);
  if (start.implicit) await completeSession(resources, access, start.id, { exitCode: 0 });
  const ignored = uniteRegions(recorded.planned.ignored);
  const told = { ...result, ignored: ignored.length > 0 ? ignored : null };
  return present(upload, recorded.diff, told, decision);

  async function openAndRecord(): Promise<Recorded> {
    await openSession(resources, access, start);
    const again = await record(resources, access, start, upload);
    if (!again) throw new Error(`session ${start.id} is gone`);
    return again;
  }
}

/** How an upload was decided about when it was compared. */
type Birth = Pick<SnapshotDiffResult, 'approvalStatus' | 'baselineSource' | 'baseline'>;

/** What a result says of the comparison. */
type Compared = Pick<Insertable<Results>, 'status' | 'diffPercentage' | 'baseHash' | 'maskHash'>;

const present = (
  { slot, image, path }: Upload,
  diff: OpenHead,
  result: Compared & { ignored: IgnoredRegion[] | null },
  birth: Birth,
): SnapshotDiffResult => ({
  name: slot.name,
  browser: presentSlot(slot).browser,
  suite: diff.suite,
  status: result.status as SnapshotDiffResult['status'],
  diffPercentage: result.diffPercentage ?? null,
  diffId: diff.id,
  captureId: diff.headCaptureId,
  currentStorageKey: image.hash,
  baselineStorageKey: result.baseHash ?? null,
  diffStorageKey: result.maskHash ?? null,
  path: path ?? null,
  ignored: presentIgnored(result.ignored, image),
  ...birth,
});

/** What an upload without a session came to in an earlier try, whose answer was lost; null unless that went to its end. */
async function readCompleted(
  { database }: Resources,
  access: ProjectAccess,
  start: SessionStart,
  upload: Upload,
): Promise<SnapshotDiffResult | null> {
  const diff = await holdOpenHead(database, access.project.id, start.id, start.suite);
  if (!diff || diff.sessionCompletedAt === null) return null;
  const results = await listResults(database, diff.id);
  const result = results.find((one) => slotKey(one) === slotKey(upload.slot));
  if (!result) throw new Error(`the upload of session ${start.id} has no result`);
  const { approvalStatus, baselineSource } = result;
  return present(upload, diff, result, {
    approvalStatus,
    baselineSource,
    baseline: isReviewable(result.status) ? explainBaseline(result) : null,
  });
}

interface Upload extends SnapshotFields {
  slot: Slot;
  image: StoredImage;
}

interface Recorded {
  diff: OpenHead;
  view: HeadView;
  planned: PlannedSlot;
  /** Null where the images have yet to be compared. */
  result: Insertable<Results> | null;
}

function startOf(access: ProjectAccess, fields: SnapshotFields, attempt: Attempt): SessionStart {
  const [suite, branch, commit] = [
    required(fields, 'suite'),
    required(fields, 'branch'),
    required(fields, 'commit'),
  ];
  requireTarget(access, fields);
  return {
    id: fields.sessionId ?? attempt.newId('session'),
    implicit: fields.sessionId === undefined,
    suite,
    branch,
    commit,
    baselineRef: fields.baselineRef,
    // What one upload asks for holds for its slot alone.
    autoApprove: false,
    isLocal: fields.isLocal ?? false,
    history: fields.history,
    checkout: fields.checkout,
    shard: fields.shard,
    job: fields.job,
    runKey: fields.runKey,
  };
}

/** Records the image while the session cannot end, with its result where no decoding is needed. Null: nothing is open. */
const record = (
  resources: Resources,
  access: ProjectAccess,
  start: SessionStart,
  { slot, image, path, metadata, autoApprove, testId, ignore }: Upload,
): Promise<Recorded | null> =>
  resources.database.transaction().execute(async (transaction) => {
    const diff = await useSession(transaction, access, start);
    if (!diff) return null;
    const { commitGraphs } = resources;
    const view = await viewHead(transaction, commitGraphs, access.project, headOf(diff));
    const outcome = uploadedOutcome(image, { ignore });
    const planned = await planUpload(transaction, view, diff, {
      ...slot,
      image: { hash: image.hash, pixels: image.pixelHash },
      path: path ?? null,
      ignored: outcome.ignored,
    });
    const { verdict } = planned;
    const result = verdict === 'compare' ? null : rowOf(diff, planned, 0, verdict, null);
    const extras = { path, metadata, autoApprove, testId };
    const { ignored } = outcomeColumns(outcome);
    const added = { ...slot, hash: image.hash, ignored, ...extrasColumns(extras) };
    if (!(await addUpload(transaction, diff, added, result))) {
      await recordSnapshotIn(resources, transaction, diff.headCaptureId, slot, outcome, extras);
      if (result) await keepResults(transaction, diff.id, [result]);
    }
    return { diff, view, planned, result };
  });

/** Compares outside of any transaction; the result is kept unless another image has replaced this one meanwhile. */
async function compare(
  resources: Resources,
  { diff, planned }: Recorded,
  { slot, image }: Upload,
): Promise<Insertable<Results>> {
  const result = await resultOf(resources, diff, planned, 0);
  await resources.database.transaction().execute(async (transaction) => {
    const current = await findSnapshot(transaction, diff.headCaptureId, slot);
    if (current?.hash === image.hash) await keepResults(transaction, diff.id, [result]);
  });
  return result;
}

async function decideAtBirth(
  { database }: Resources,
  { diff, view, planned }: Recorded,
  result: Insertable<Results>,
  automatic: boolean,
): Promise<Birth> {
  const origin = planned.source;
  if (!isReviewable(result.status))
    return { approvalStatus: 'approved', baselineSource: origin, baseline: null };
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
    baseline: explainBaseline({ baseReason: planned.reason, baselineSource, explained }),
  };
}

/** A session says where its branch is to be merged, if only by saying nothing; an upload of its own has to (R7). */
function requireTarget(
  { project: { defaultBranch } }: ProjectAccess,
  { sessionId, branch, baselineRef }: SnapshotFields,
): void {
  if (sessionId !== undefined || baselineRef !== undefined || branch === defaultBranch) return;
  refuseField(
    'baselineRef',
    `is required on every branch but the default branch: name the branch whose baselines count, such as "${defaultBranch}"`,
  );
}

function required(fields: SnapshotFields, name: 'suite' | 'branch' | 'commit'): string {
  const value = fields[name];
  if (value !== undefined) return value;
  return refuseField(
    name,
    'is required for a snapshot that is compared at once (or send captureId to add it to a capture)',
  );
}

function refuseField(path: string, message: string): never {
  throw new ServiceError('VALIDATION_ERROR', `${path}: ${message}`, [{ path, message }]);
}
