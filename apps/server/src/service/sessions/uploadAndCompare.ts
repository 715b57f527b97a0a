import type { SnapshotBatchBody, SnapshotBatchEntry, SnapshotDiffResult, SnapshotFields } from '@svc/schema';
import { isReviewable } from '../../domain/results/judgeResult.js';
import { ServiceError } from '../../domain/ServiceError.js';
import { readSlot, slotKey } from '../../domain/slot.js';
import { listResults } from '../../store/diffs/results.js';
import { listKnownImages } from '../../store/images/images.js';
import { holdOpenHead } from '../../store/sessions/uploads.js';
import { type Attempt, onlyAttempt } from '../access/Attempt.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { type SnapshotContent, storeContent, unknownImage } from '../captures/uploadSnapshot.js';
import { explainBaseline } from '../diffs/explainBaseline.js';
import type { Resources } from '../Resources.js';
import { compareUploads, presentUpload, type Upload } from './compareUploads.js';
import { completeSession } from './completeSession.js';
import type { SessionStart } from './openSession.js';

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
  const upload: Upload = { ...fields, slot: readSlot(fields), image };
  if (start.implicit && attempt.isRepeated) {
    const before = await readCompleted(resources, access, start, upload);
    if (before) return before;
  }
  const [answer] = await compareUploads(resources, access, start, [upload]);
  if (!answer) throw new Error('an upload was not answered');
  if (answer instanceof ServiceError) throw answer;
  if (start.implicit) await completeSession(resources, access, start.id, { exitCode: 0 });
  return answer;
}

/**
 * Records many snapshots of a session by the hashes of images that the project has, as single uploads would.
 * @returns in the order that was asked; what refuses one of them (IMAGE_NOT_FOUND, SNAPSHOT_DUPLICATE) is in its place
 * @throws ServiceError SESSION_COMPLETED, SESSION_MISMATCH
 */
export async function uploadKnown(
  resources: Resources,
  access: ProjectAccess,
  { snapshots, ...run }: SnapshotBatchBody,
): Promise<SnapshotBatchEntry[]> {
  const start = startOf(access, { ...run, name: '' }, onlyAttempt);
  const hashes = [...new Set(snapshots.map(({ hash }) => hash))];
  const found = await listKnownImages(resources.database, access.project.id, hashes);
  const images = new Map(found.map((image) => [image.hash, image]));
  const uploads = snapshots.flatMap((fields): Upload[] => {
    const image = images.get(fields.hash);
    return image ? [{ ...fields, autoApprove: run.autoApprove, slot: readSlot(fields), image }] : [];
  });
  // Without any there is nothing yet to open a session for.
  const answers = uploads.length > 0 ? await compareUploads(resources, access, start, uploads) : [];
  const answerOf = new Map(uploads.map(({ slot }, index) => [slotKey(slot), answers[index]]));
  return snapshots.map((fields): SnapshotBatchEntry => {
    const answer = answerOf.get(slotKey(readSlot(fields))) ?? unknownImage(fields.hash);
    if (!(answer instanceof ServiceError)) return { result: answer, error: null };
    const { code, message } = answer;
    if (code !== 'IMAGE_NOT_FOUND' && code !== 'SNAPSHOT_DUPLICATE') throw answer;
    return { result: null, error: { code, message } };
  });
}

/** What an upload without a session came to in an earlier try, whose answer was lost; null unless that went to its end. */
async function readCompleted(
  { database }: Resources,
  access: ProjectAccess,
  start: SessionStart,
  upload: Upload,
): Promise<SnapshotDiffResult | null> {
  const diff = await holdOpenHead(database, access.project.id, start.id, start.suite);
  if (!diff || diff.sessionCompletedAt === null) return null;
  const [result] = await listResults(database, diff.id, { slots: [upload.slot] });
  if (!result) throw new Error(`the upload of session ${start.id} has no result`);
  const { approvalStatus, baselineSource } = result;
  return presentUpload(upload, diff, result, {
    approvalStatus,
    baselineSource,
    baseline: isReviewable(result.status) ? explainBaseline(result) : null,
  });
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
