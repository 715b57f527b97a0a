import { z } from 'zod';
import { missingPart, snapshotFailure } from './capture.js';
import { blockMove, columnChange, region, rowChange } from './change.js';
import { approvalStatus, baseReason, conclusion, diffStatus, resultStatus } from './enums.js';
import { accessibilityCounts } from './pages/accessibility.js';
import { causeSignature, resultCauses } from './pages/causes.js';
import {
  browser,
  commit,
  hash,
  id,
  ignoredBox,
  name,
  nextCursor,
  note,
  paging,
  ref,
  text,
  threshold,
  timestamp,
  viewport,
} from './primitives.js';
import { ciPages } from './run.js';

export const createDiffBody = z.object({
  suite: name,
  headCaptureId: id,
  baselineRef: ref.optional(),
  /** Compare with this capture instead of baselines. */
  baseCaptureId: id.optional(),
  /** Pixel difference threshold, 0 to 1; that of the project's settings if absent, 0.063 unless they say otherwise. */
  threshold: threshold.optional(),
  /** Ignore differences that are anti-aliasing; as the project's settings say if absent, true unless they say otherwise. */
  antiAliasing: z.boolean().optional(),
  /** Only these snapshot names. */
  manifest: z.array(name).max(20_000).optional(),
  /** Branches that an approval promotes to, instead of the head branch. */
  targetRefs: z.array(ref).min(1).max(20).optional(),
  /** Commits reachable from HEAD, newest first, at most 500 (R7); those of the head capture if absent. */
  history: z.array(commit).max(500).optional(),
});
export type CreateDiffBody = z.infer<typeof createDiffBody>;

/** What a comparison ignored (R49). */
export const ignoredAreas = z.object({
  /** Boxes of either image, in pixels from the top left corner of the canvas that holds both; they may overlap. */
  regions: z.array(ignoredBox),
  /** What they cover of the current image, per hundred of its pixels. */
  percentage: z.number(),
  /** Whether they cover more than 30 % of it, so that most of a change may go unseen. */
  isLarge: z.boolean(),
});
export type IgnoredAreas = z.infer<typeof ignoredAreas>;

/** What differs without counting, because the threshold takes it for the same. */
export const subthreshold = z.object({
  /** Pixels that differ by no more than the threshold. */
  pixels: z.number(),
  /** Those of them in flat areas of visibly other color (CIEDE2000 of 2 or more), per hundred pixels of the larger image. */
  area: z.number(),
  /** The largest color difference (CIEDE2000) in flat areas; 0 where there are none. */
  maxDeltaE: z.number(),
});
export type Subthreshold = z.infer<typeof subthreshold>;

/** Why a result is `changed` although none of its pixels counts: it looks different below the threshold. */
export const changeReason = z.enum(['subthreshold']);
export type ChangeReason = z.infer<typeof changeReason>;

/** What an image was compared with, and why with that (R9). */
export const baselineExplanation = z.object({
  reason: baseReason,
  /** The branch whose baseline it is; null where it is a capture, or where there is none. */
  ref: z.string().nullable(),
  commit: z.string().nullable(),
  captureId: z.string().nullable(),
  /** Who approved it; null where it was set without a decision. Of a remembered approval the person who made it. */
  approvedBy: z.string().nullable(),
  approvedAt: timestamp.nullable(),
  /** The diff in which it was approved. */
  approvedIn: z.string().nullable(),
  /** A newer one of the target branch that the head lacks. */
  newer: z
    .object({ ref: z.string(), commit: z.string().nullable(), diffId: z.string().nullable() })
    .nullable(),
});
export type BaselineExplanation = z.infer<typeof baselineExplanation>;

/** Who approved a change that more than one person has to approve (R57). */
export const approvals = z.object({
  /** How many people the project asked for when it was approved. */
  required: z.number(),
  /** How many there are; what a key or the run itself approved counts as none. */
  given: z.number(),
  /** Who, in the order of their approvals. */
  by: z.array(z.string()),
  /** Whether the caller is one of them. */
  mine: z.boolean(),
});
export type Approvals = z.infer<typeof approvals>;

/** One slot of a comparison. */
export const diffResult = z.object({
  name: z.string(),
  viewport: viewport.nullable(),
  /** Null where none was given. */
  browser: z.string().nullable(),
  status: resultStatus,
  /** Counted pixels per hundred pixels of the larger image. */
  diffPercentage: z.number().nullable(),
  /** Null where counted pixels are the reason, and where nothing changed. */
  reason: changeReason.nullable(),
  /** Null where images were not compared, and where a service before 0.15 compared them. */
  subthreshold: subthreshold.nullable(),
  /**
   * Structural similarity (SSIM) of the two images in brightness, from -1 to 1, which equal images have. It decides nothing. Null
   * where images were not compared, and where a service before 0.15 compared them.
   */
  similarity: z.number().nullish(),
  diffImageUrl: z.string().nullable(),
  /**
   * Like `diffImageUrl`, of what changed beside rows or columns that shifted and blocks that moved, in pixels of the current
   * image; null where nothing did.
   */
  alignedDiffImageUrl: z.string().nullable(),
  /** Empty for `removed`, which has no current image. */
  currentImageUrl: z.string(),
  baselineImageUrl: z.string().nullable(),
  headHash: z.string().nullable(),
  approvalStatus,
  /** Where the baseline came from: `branch:main`, `capture:cap_…`, `approval:dif_…`, or null when there is none (R9). */
  baselineSource: z.string().nullable(),
  baselineHash: z.string().nullable(),
  /** Null only where a service before 0.14 compared it. */
  baseline: baselineExplanation.nullable(),
  /** What the fleet rendered the current image with, and the baseline; where they differ, so may the images. */
  renderer: z.string().nullable(),
  /** Null unless changed or removed. */
  baselineRenderer: z.string().nullable(),
  path: z.array(z.string()).nullable(),
  /** Pixels of the current image, or of the baseline if there is no current image. */
  width: z.number().nullable(),
  height: z.number().nullable(),
  /** What was ignored of the images, changed or not; null for nothing. */
  ignored: ignoredAreas.nullable(),
  /** The page never held still, or a second image of it did not confirm the first one. */
  unstable: z.boolean(),
  /** What the page of the current image could not load, so that the image lacks it; empty for a complete one. */
  incomplete: z.array(missingPart),
  /** How often this slot looked different for no reason so far, in all captures of the suite. */
  flakeCount: z.number(),
  /** Who decided; null while nobody has. */
  decidedBy: z.string().nullable(),
  decidedAt: timestamp.nullable(),
  /** Why it was rejected, where the reviewer said so. */
  note: z.string().nullable(),
  /** Null unless it is approved and one approval is not enough. */
  approvals: approvals.nullable(),
  /**
   * Until when this change is ignored (R59): it stays pending, and counts again after that. Null where it is not, and
   * from a service before 0.15.
   */
  ignoredUntil: timestamp.nullish(),
  /** Who ignored it: `user:Ada` or `key:ci`. */
  ignoredBy: z.string().nullish(),
  /** Where a changed result changed, from top to bottom; null for every other. */
  regions: z.array(region).nullable(),
  /** Rows that were inserted, removed or moved; empty when nothing shifted, null unless changed. */
  rowChanges: z.array(rowChange).nullable(),
  /** The same of columns, where no rows shifted; null also where a service before 0.15 compared. */
  columnChanges: z.array(columnChange).nullable(),
  /** Blocks that moved, where neither rows nor columns shifted; null also where a service before 0.15 compared. */
  moves: z.array(blockMove).nullable(),
  /** Equal for results that changed in the same way; null unless changed. */
  fingerprint: z.string().nullable(),
  /** A small image of the first changed region; null unless changed. */
  thumbnailUrl: z.string().nullable(),
  /** Why it changed; null unless changed, and where nothing is known of the page of one of the images. */
  causes: resultCauses.nullable(),
});
export type DiffResult = z.infer<typeof diffResult>;

/** How many results of a diff are what. */
export const diffCounts = z.object({
  changed: z.number(),
  new: z.number(),
  removed: z.number(),
  unchanged: z.number(),
  skipped: z.number(),
  /** Snapshots of the head capture that could not be captured. */
  failed: z.number(),
  /** Reviewable results (changed, new, removed) by decision. */
  pending: z.number(),
  approved: z.number(),
  rejected: z.number(),
});
export type DiffCounts = z.infer<typeof diffCounts>;

/** A diff without its results, as lists show it. */
export const diffSummary = z.object({
  id,
  suite: z.string(),
  status: diffStatus,
  headCaptureId: z.string(),
  baseCaptureId: z.string().nullable(),
  baselineRef: z.string().nullable(),
  /** Branches that an approval promotes to, instead of the head branch. */
  targetRefs: z.array(z.string()).nullable(),
  isLocal: z.boolean(),
  /** Page where a person reviews it. */
  reviewUrl: z.string().nullable(),
  createdAt: timestamp,
  /** `org/project`. */
  project: z.string(),
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  /** Pixel difference threshold, 0 to 1. */
  threshold: z.number(),
  antiAliasing: z.boolean(),
  counts: diffCounts,
  /** Reviewable accessibility changes, which `counts` leaves out. A service before 0.15 tells none. */
  accessibility: accessibilityCounts.optional(),
  /** Pending results whose change is ignored for now (R59); a service before 0.15 tells none. */
  ignoredCount: z.number().optional(),
  /**
   * Snapshots that fewer people approved than have to (R57): results of this diff, and what it shows as unchanged since an
   * earlier build of the branch was approved. A service before 0.15 tells none.
   */
  awaiting: z.number().optional(),
  /**
   * Counts for the check of its commit: all of a kept capture, compared with baselines as the project's settings say. Any
   * other diff answers its caller alone (R45).
   */
  judging: z.boolean(),
  /**
   * `failure` when a reviewable result or accessibility change is rejected, or pending and not ignored for now, an approval is missing, a snapshot failed, or a session ended without any; null
   * while processing.
   */
  conclusion: conclusion.nullable(),
  /** Why a failed diff failed. */
  error: z.string().nullable(),
  /** Pages of the head capture's run; null where it said nothing of that. */
  ci: ciPages.nullable().optional(),
});
export type DiffSummary = z.infer<typeof diffSummary>;

/** A comparison of a head capture with baselines or with another capture. */
export const diff = diffSummary.extend({
  /** A baseline that the diff compared against has moved since; re-diff answers it (R14). */
  isStale: z.boolean(),
  /**
   * When its results were removed because the service does not keep them forever; `counts` still tells what they were. Null
   * where they are there. A service before 0.15 tells none.
   */
  resultsRemovedAt: timestamp.nullable().optional(),
  results: z.array(diffResult),
  /** Snapshots of the head capture that could not be captured, with the reason. */
  failures: z.array(snapshotFailure),
});
export type Diff = z.infer<typeof diff>;

/** A diff without what it lists, for those who wait for its end. */
export const diffState = diffSummary.extend({
  isStale: diff.shape.isStale,
  resultsRemovedAt: diff.shape.resultsRemovedAt,
});
export type DiffState = z.infer<typeof diffState>;

/** A page of its results; failures come with the first. All of them in one where no page was asked for. */
const diffPage = diff.extend({ nextCursor: nextCursor.optional() });

/** As much of a diff as was asked for. */
export const diffPart = z.union([diffPage, diffState]);

export const listDiffsQuery = paging.extend({
  suite: name.optional(),
  headCaptureId: id.optional(),
  /**
   * Only what waits for the caller: undecided results, or approvals that somebody else has to add (R57), in the newest build of a
   * branch, or of a run without one. A page
   * examines at most 1,000 undecided diffs.
   */
  waiting: z.literal('true').optional(),
  /**
   * Words that all have to occur in branch, commit, suite, or in number, title or author of the pull request. A page examines at
   * most 5,000 diffs.
   */
  q: text(512).optional(),
});
export const diffList = z.object({ diffs: z.array(diffSummary), nextCursor });

/** What is decided about; without either, all results. */
export const decisionBody = z.object({
  /**
   * How the named results stood when the decision was made: where somebody decided otherwise meanwhile, nothing changes and the
   * answer is DECISION_CONFLICT (R44). Without it the decision replaces
   * whatever was decided. Where none is named, what somebody decided is left as it is.
   */
  ifStatus: approvalStatus.optional(),
  /** Names of snapshots, each meaning all its viewports and browsers. */
  snapshots: z.array(name).min(1).max(20_000).optional(),
  /** Single results, each without the other viewports and browsers of its name. */
  slots: z
    .array(
      z.object({
        name,
        viewport: viewport.nullable(),
        browser: browser.nullish(),
        /** Of this result, before that of the whole. */
        ifStatus: approvalStatus.optional(),
        /**
         * The baseline's image that it was compared with when the decision was made, null for none. Where the diff has been
         * computed again with another, nothing is approved or rejected, and the answer is DECISION_CONFLICT (R44).
         */
        ifBaseline: hash.nullable().optional(),
      }),
    )
    .min(1)
    .max(20_000)
    .optional(),
  /** Only results of which this cause explains every region, by its signature. */
  explainedBy: causeSignature.optional(),
});
export type DecisionBody = z.infer<typeof decisionBody>;

/** A rejection, with one note for all that it names. */
export const rejectBody = decisionBody.extend({
  /**
   * Why, as plain text with line breaks. Results that are rejected already and are named get it as well: it replaces the
   * caller's own note, and where somebody else rejected them it makes the rejection the caller's.
   */
  note: note.optional(),
});
export type RejectBody = z.infer<typeof rejectBody>;

/** After the call: how many reviewable results among the named ones are approved, and how many were named. */
export const approveResult = z.object({
  approved: z.number(),
  total: z.number(),
  /** How many of the approved ones another person has to approve as well (R57); absent for none. */
  awaiting: z.number().optional(),
});
export type ApproveResult = z.infer<typeof approveResult>;

/** After the call: how many reviewable results among the named ones are rejected, and how many were named. */
export const rejectResult = z.object({ rejected: z.number(), total: z.number() });
export type RejectResult = z.infer<typeof rejectResult>;

export const revokeResult = z.object({ revoked: z.number() });
export type RevokeResult = z.infer<typeof revokeResult>;

/** Answer of an upload that is compared at once. */
export const snapshotDiffResult = z.object({
  name: z.string(),
  /** Null where none was given. */
  browser: z.string().nullable(),
  suite: z.string(),
  status: z.enum(['new', 'changed', 'unchanged']),
  diffPercentage: z.number().nullable(),
  /** Null where counted pixels are the reason, and where nothing changed. */
  reason: changeReason.nullable(),
  diffId: z.string(),
  captureId: z.string(),
  /** The key of the image; `GET /api/v1/images/<key>?token=<imageToken>` opens it, see {@link completedSession}. */
  currentStorageKey: z.string().nullable(),
  baselineStorageKey: z.string().nullable(),
  diffStorageKey: z.string().nullable(),
  path: z.array(z.string()).nullable(),
  approvalStatus,
  baselineSource: z.string().nullable(),
  /** Null where the image is unchanged. */
  baseline: baselineExplanation.nullable(),
  /** What was ignored of the images, changed or not; null for nothing. */
  ignored: ignoredAreas.nullable(),
});
export type SnapshotDiffResult = z.infer<typeof snapshotDiffResult>;
