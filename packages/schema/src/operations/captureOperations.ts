import { z } from 'zod';
import { capture, captureList, capturePart, createCaptureBody, listCapturesQuery } from '../capture.js';
import { captureDetails } from '../captureDetails.js';
import { byId, bytes, comparisonImage, hash, nothing, partQuery } from '../primitives.js';
import { knownImages, knownImagesBody } from '../project.js';
import { routes } from '../routes.js';
import {
  knownSnapshot,
  signedQuery,
  snapshotBatch,
  snapshotBatchBody,
  snapshotForm,
  snapshotQuery,
  uploadedSnapshot,
} from '../snapshotUpload.js';
import type { Operation } from './Operation.js';

export const captureOperations = {
  createCapture: {
    ...routes.createCapture,
    summary: 'Create a capture: announce snapshots to upload, or targets for the fleet',
    access: 'project',
    needs: 'upload',
    bodyLimit: 'large',
    body: createCaptureBody,
    response: capture,
    errors: ['BRANCH_REQUIRED', 'SITE_NOT_FOUND', 'SITE_NOT_READY', 'IMAGE_NOT_FOUND'],
  },
  listCaptures: {
    ...routes.listCaptures,
    summary: 'Captures of the project, or the newest completed one of each given commit',
    access: 'project',
    needs: 'read',
    query: listCapturesQuery,
    response: captureList,
  },
  getCapture: {
    ...routes.getCapture,
    summary:
      'A capture with all its snapshots; with fields=summary without them, with limit or cursor a page of them',
    access: 'project',
    needs: 'read',
    params: byId,
    query: partQuery,
    response: capturePart,
    errors: ['CAPTURE_NOT_FOUND'],
  },
  getCaptureDetails: {
    ...routes.getCaptureDetails,
    summary: 'How each snapshot of a capture was made: timings, target, what went wrong',
    access: 'project',
    needs: 'read',
    params: byId,
    response: captureDetails,
    errors: ['CAPTURE_NOT_FOUND'],
  },
  completeCapture: {
    ...routes.completeCapture,
    summary: 'Say that no more snapshots follow in a manual capture',
    access: 'project',
    needs: 'upload',
    params: byId,
    body: nothing,
    response: capture,
    errors: ['CAPTURE_NOT_FOUND'],
  },
  cancelCapture: {
    ...routes.cancelCapture,
    summary: 'End a capture before it is complete; it fails, and so does its check',
    access: 'project',
    needs: 'upload',
    params: byId,
    body: nothing,
    response: capture,
    errors: ['CAPTURE_NOT_FOUND', 'CAPTURE_COMPLETED'],
  },
  uploadSnapshot: {
    ...routes.uploadSnapshot,
    summary:
      'Upload a snapshot: a PNG, JPEG or WebP file with query parameters, a form with the file `png`, or JSON with a known hash. With captureId it joins that capture, otherwise it is compared at once.',
    access: 'project',
    needs: 'upload',
    query: snapshotQuery,
    bodyLimit: 'list',
    bodies: {
      'image/png': bytes,
      'image/jpeg': bytes,
      'image/webp': bytes,
      'multipart/form-data': snapshotForm,
      'application/json': knownSnapshot,
    },
    response: uploadedSnapshot,
    errors: [
      'CAPTURE_NOT_FOUND',
      'CAPTURE_COMPLETED',
      'SNAPSHOT_DUPLICATE',
      'SESSION_COMPLETED',
      'SESSION_MISMATCH',
      'IMAGE_INVALID',
      'IMAGE_TOO_LARGE',
      'IMAGE_NOT_FOUND',
      'QUOTA_EXCEEDED',
    ],
  },
  uploadKnownSnapshots: {
    ...routes.uploadKnownSnapshots,
    summary:
      'Record up to 500 snapshots of a session by the hashes of images that the project has; it answers which of them it lacks',
    access: 'project',
    needs: 'upload',
    bodyLimit: 'large',
    body: snapshotBatchBody,
    response: snapshotBatch,
    errors: ['SESSION_COMPLETED', 'SESSION_MISMATCH'],
  },
  findKnownImages: {
    ...routes.findKnownImages,
    summary: 'Which of these images the project already has',
    access: 'project',
    needs: 'read',
    bodyLimit: 'list',
    body: knownImagesBody,
    response: knownImages,
  },
  getImage: {
    ...routes.getImage,
    summary: 'An image, by its signed URL',
    access: 'signed',
    needs: null,
    params: z.object({ hash }),
    query: signedQuery,
    response: bytes,
    answers: 'image/png',
    errors: ['TOKEN_INVALID', 'IMAGE_NOT_FOUND'],
  },
  getComparisonImage: {
    ...routes.getComparisonImage,
    summary:
      'The mask that a comparison made, the mask with rows aligned that shifted, or the thumbnail, by its signed URL',
    access: 'signed',
    needs: null,
    params: z.object({
      id: z.coerce.number<number>().int().min(1).max(Number.MAX_SAFE_INTEGER),
      image: comparisonImage,
    }),
    query: signedQuery,
    response: bytes,
    answers: 'image/png',
    errors: ['TOKEN_INVALID', 'IMAGE_NOT_FOUND'],
  },
} as const satisfies Record<string, Operation>;
