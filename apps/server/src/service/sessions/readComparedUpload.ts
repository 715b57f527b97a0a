import type { SnapshotDiffResult, SnapshotFields } from '@svc/schema';
import { isReviewable } from '../../domain/results/judgeResult.js';
import { readSlot } from '../../domain/slot.js';
import { listResults, type ResultWithImages } from '../../store/diffs/results.js';
import { findImageOfFile } from '../../store/images/images.js';
import { holdOpenHead } from '../../store/sessions/uploads.js';
import type { Attempt } from '../access/Attempt.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import type { SnapshotContent, StoredImage } from '../captures/uploadSnapshot.js';
import { explainBaseline } from '../diffs/explainBaseline.js';
import type { Resources } from '../Resources.js';
import { decideUpload, presentUpload } from './compareUploads.js';
import type { Birth } from './decideUploads.js';
import type { SessionStart } from './openSession.js';
import type { Upload } from './recordUploads.js';
import { startOf } from './startOf.js';

/** What `uploadAndCompare` answered in an earlier try. Where another image has taken the slot since, that one's result. */
export async function readComparedUpload(
  resources: Resources,
  access: ProjectAccess,
  fields: SnapshotFields,
  { hash }: SnapshotContent,
  attempt: Attempt,
): Promise<SnapshotDiffResult> {
  const start = startOf(access, fields, attempt);
  const image = await findImageOfFile(resources.database, access.project.id, hash);
  if (!image?.pixelHash) throw new Error(`the upload of ${hash} left no image`);
  const upload = { ...fields, slot: readSlot(fields), image: { ...image, pixelHash: image.pixelHash } };
  const found = await findCompared(resources, access, start, upload);
  if (!found) throw new Error(`the upload of ${hash} into session ${start.id} left no result`);
  return found.answer;
}

/** The result of a slot of a session, as an upload would be answered; null where the session does not have the slot. */
export async function findCompared(
  resources: Resources,
  access: ProjectAccess,
  start: SessionStart,
  upload: Upload,
): Promise<{ answer: SnapshotDiffResult; hasEnded: boolean } | null> {
  const { database } = resources;
  const diff = await holdOpenHead(database, access.project.id, start.id, start.suite);
  if (!diff) return null;
  const [result] = await listResults(database, diff.id, { slots: [upload.slot] });
  if (!result) return null;
  const current = { ...upload, image: imageOf(result) ?? upload.image };
  // While the session is open, its results are as nobody had decided about them.
  const isOpen = diff.status === 'processing';
  const birth = isOpen ? await decideUpload(resources, access, diff, current, result) : birthOf(result);
  return { answer: presentUpload(current, diff, result, birth), hasEnded: diff.sessionCompletedAt !== null };
}

/** What is kept of the decision about a result. */
const birthOf = (result: ResultWithImages): Birth => ({
  approvalStatus: result.approvalStatus,
  baselineSource: result.baselineSource,
  baseline: isReviewable(result.status) ? explainBaseline(result) : null,
});

const imageOf = ({ headHash, headPixels, width, height }: ResultWithImages): StoredImage | null =>
  headHash === null || headPixels === null || width === null || height === null
    ? null
    : { hash: headHash, pixelHash: headPixels, width, height };
