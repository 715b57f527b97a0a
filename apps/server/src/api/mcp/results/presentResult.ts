import type { DiffSummary } from '@svc/schema';
import type { UnpackedResult } from '@svc/schema/unpackReview';
import { nameOf } from './findResult.js';

/** A diff without its results. */
export const presentDiff = ({
  id,
  project,
  suite,
  status,
  branch,
  commit,
  baselineRef,
  headCaptureId,
  counts,
  conclusion,
  awaiting,
  ignoredCount,
  isLocal,
  error,
  reviewUrl,
  createdAt,
}: DiffSummary) => ({
  diffId: id,
  project,
  suite,
  status,
  branch,
  commit,
  baselineRef,
  headCaptureId,
  counts,
  conclusion,
  /** Snapshots that wait for a second approval. */
  awaiting: awaiting || null,
  ignoredCount: ignoredCount || null,
  isLocal,
  error,
  reviewUrl,
  createdAt,
});

/** A result in a list. */
export const presentResult = (result: UnpackedResult) => ({
  ...nameOf(result),
  status: result.status,
  approvalStatus: result.approvalStatus,
  /** Of the pixels of the larger image, per hundred. */
  diffPercentage: result.diffPercentage,
  regions: result.regionCount || null,
  /** Equal for results that changed in the same way. */
  changedLike: result.fingerprint,
  unstable: result.unstable,
  flakeCount: result.flakeCount || null,
  missing: result.incomplete.length || null,
  ignoredUntil: result.ignoredUntil,
  decidedBy: result.decidedBy,
  note: result.note,
});

/** All that there is to say of a result without its images. */
export const detailResult = (result: UnpackedResult) => ({
  ...presentResult(result),
  currentSize: result.headSize,
  baselineSize: result.baselineSize,
  regions: result.regions?.slice(0, 20) ?? null,
  regionCount: result.regionCount,
  rowChanges: result.rowChanges,
  columnChanges: result.columnChanges,
  moves: result.moves,
  subthreshold: result.subthreshold,
  ignored: result.ignored,
  missing: result.incomplete,
  renderer: result.renderer,
  baselineRenderer: result.baselineRenderer,
  baseline: result.baseline,
  carriedFrom: result.carriedFrom,
  approvals: result.approvals,
  decidedAt: result.decidedAt,
});
