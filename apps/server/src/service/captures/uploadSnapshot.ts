import type { Snapshot, SnapshotFields } from '@svc/schema';
import { fitRegions } from '../../domain/results/ignoredRegions.js';
import { notFound, ServiceError } from '../../domain/ServiceError.js';
import { presentSlot, readSlot } from '../../domain/slot.js';
import { findAttempt } from '../../store/captures/attempts.js';
import { findCapture } from '../../store/captures/captures.js';
import { findImageOfFile, findKnownImage } from '../../store/images/images.js';
import type { ProjectAccess } from '../access/ProjectAccess.js';
import { refuseStrayUpload } from '../access/refuseStrayUpload.js';
import { keepSentLayout, readSentLayout } from '../images/sentLayout.js';
import { storeImage } from '../images/storeImage.js';
import type { Resources } from '../Resources.js';
import { recordSnapshot } from './recordSnapshot.js';

/** The bytes of a snapshot, or the hash of an image that the project already has (R4). */
export interface SnapshotContent {
  file?: Uint8Array;
  /** SHA-256 of the file. */
  hash: string;
}

export interface StoredImage {
  hash: string;
  pixelHash: string;
  width: number;
  height: number;
}

/**
 * Adds a snapshot to an existing manual capture.
 * @throws ServiceError CAPTURE_NOT_FOUND, CAPTURE_COMPLETED, SNAPSHOT_DUPLICATE, VALIDATION_ERROR, IMAGE_INVALID, IMAGE_TOO_LARGE, IMAGE_NOT_FOUND
 */
export async function uploadSnapshot(
  resources: Resources,
  access: ProjectAccess,
  captureId: string,
  fields: SnapshotFields,
  content: SnapshotContent,
): Promise<Snapshot> {
  const capture = await findCapture(resources.database, access.project.id, captureId);
  if (!capture) throw notFound('Capture');
  refuseStrayUpload(access, capture, `capture ${captureId}`);
  if (capture.mode === 'fleet') {
    throw new ServiceError(
      'VALIDATION_ERROR',
      `The snapshots of capture ${captureId} are taken by the fleet, not uploaded`,
    );
  }
  const layout = await readSentLayout(fields);
  const image = await storeContent(resources, access, content);
  const slot = readSlot(fields);
  if (layout) await keepSentLayout(resources, access, { ...slot, imageHash: image.hash }, layout);
  const outcome = uploadedOutcome(image, fields);
  const attempt = await recordSnapshot(resources, captureId, slot, outcome, {
    path: fields.path,
    metadata: fields.metadata,
    testId: fields.testId,
    threshold: fields.threshold,
    antiAliasing: fields.antiAliasing,
  });
  return presentSnapshot(resources, access, image, fields, attempt);
}

/** What {@link uploadSnapshot} answered; the image may have been replaced since. */
export async function readUpload(
  resources: Resources,
  access: ProjectAccess,
  captureId: string,
  fields: SnapshotFields,
  { hash }: SnapshotContent,
): Promise<Snapshot> {
  const { database } = resources;
  const image = await findImageOfFile(database, access.project.id, hash);
  const attempt = image && (await findAttempt(database, captureId, readSlot(fields), image.hash));
  if (!image || attempt === undefined) throw new Error(`the upload of ${hash} left no snapshot`);
  return presentSnapshot(resources, access, image, fields, attempt);
}

const presentSnapshot = (
  { links }: Pick<Resources, 'links'>,
  { project }: ProjectAccess,
  image: Omit<StoredImage, 'pixelHash'>,
  fields: SnapshotFields,
  attempt: number,
): Snapshot => ({
  ...presentSlot(readSlot(fields)),
  imageUrl: links.image(project.id, image.hash),
  hash: image.hash,
  width: image.width,
  height: image.height,
  path: fields.path ?? null,
  metadata: fields.metadata ?? null,
  unstable: false,
  incomplete: [],
  renderer: null,
  carriedFrom: null,
  ignored: [...uploadedOutcome(image, fields).ignored],
  provenFrom: null,
  attempt,
});

/** What an upload leaves of its slot. */
export const uploadedOutcome = (
  image: Omit<StoredImage, 'pixelHash'>,
  { ignore = [] }: Pick<SnapshotFields, 'ignore'>,
) => ({
  hash: image.hash,
  unstable: false,
  timings: null,
  renderer: null,
  ignored: fitRegions(ignore, image),
});

/** The image of an upload, stored if its bytes were sent. */
export async function storeContent(
  resources: Resources,
  { project }: ProjectAccess,
  content: SnapshotContent,
): Promise<StoredImage> {
  if (content.file) return storeImage(resources, project.id, content.file, content.hash);
  const image = await findKnownImage(resources.database, project.id, content.hash);
  if (!image) throw unknownImage(content.hash);
  return { hash: image.hash, pixelHash: image.pixelHash, width: image.width, height: image.height };
}

export const unknownImage = (hash: string): ServiceError =>
  new ServiceError('IMAGE_NOT_FOUND', `Image ${hash} is not known in this project; send its bytes`);
