import type { SnapshotBatchBody, SnapshotBatchEntry, SnapshotDiffResult, SnapshotFields } from '@svc/schema';
import { ServiceError } from '../../domain/ServiceError.js';
import { readSlot, slotKey } from '../../domain/slot.js';
import { listKnownImages } from '../../store/images/images.js';
import { type Attempt, onlyAttempt } from '../access/Attempt.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { type SnapshotContent, storeContent, unknownImage } from '../captures/uploadSnapshot.js';
import { keepSentLayout, readSentLayout } from '../images/sentLayout.js';
import type { Resources } from '../Resources.js';
import { compareUploads } from './compareUploads.js';
import { completeSession } from './completeSession.js';
import { findCompared } from './readComparedUpload.js';
import type { Upload } from './recordUploads.js';
import { startOf } from './startOf.js';

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
  const layout = await readSentLayout(fields);
  const image = await storeContent(resources, access, content);
  const slot = readSlot(fields);
  const upload: Upload = { ...fields, slot, image };
  // Before the comparison, which explains by it.
  if (layout) await keepSentLayout(resources, access, { ...slot, imageHash: image.hash }, layout);
  if (start.implicit && attempt.isRepeated) {
    const before = await findCompared(resources, access, start, upload);
    if (before?.hasEnded) return before.answer;
  }
  const [answer] = await compareUploads(resources, access, start, [upload], attempt);
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
  attempt: Attempt = onlyAttempt,
): Promise<SnapshotBatchEntry[]> {
  const start = startOf(access, { ...run, name: '' }, attempt);
  const hashes = [...new Set(snapshots.map(({ hash }) => hash))];
  const found = await listKnownImages(resources.database, access.project.id, hashes);
  const images = new Map(found.map((image) => [image.askedHash, image]));
  const uploads = snapshots.flatMap((fields): Upload[] => {
    const image = images.get(fields.hash);
    return image ? [{ ...fields, autoApprove: run.autoApprove, slot: readSlot(fields), image }] : [];
  });
  // Without any there is nothing yet to open a session for.
  const answers = uploads.length > 0 ? await compareUploads(resources, access, start, uploads, attempt) : [];
  const answerOf = new Map(uploads.map(({ slot }, index) => [slotKey(slot), answers[index]]));
  return snapshots.map((fields): SnapshotBatchEntry => {
    const answer = answerOf.get(slotKey(readSlot(fields))) ?? unknownImage(fields.hash);
    if (!(answer instanceof ServiceError)) return { result: answer, error: null };
    const { code, message } = answer;
    if (code !== 'IMAGE_NOT_FOUND' && code !== 'SNAPSHOT_DUPLICATE') throw answer;
    return { result: null, error: { code, message } };
  });
}
