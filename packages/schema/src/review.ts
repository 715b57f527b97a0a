import { z } from 'zod';
import { missingPart, snapshotFailure } from './capture.js';
import type { Region } from './change.js';
import { reviewRequest } from './conversation/reviewRequests.js';
import { approvals, type DiffResult, diff, diffSummary } from './diff.js';
import type { ApprovalStatus } from './enums.js';
import { name, timestamp, viewport } from './primitives.js';

const place = z.number();

/** What there is to say of a changed result. */
const packedChange = z.tuple([
  /** Id of the comparison, for the addresses of its mask and thumbnail; 0 where there is none. */
  z.number(),
  /** Counted pixels per hundred pixels of the larger image. */
  z.number(),
  /** The same number for results that changed in the same way; 0 for one of its own, except in a part of the results. */
  z.number(),
  /**
   * The first regions, five numbers each: x, y, width, height, and 0 or, from 1 on, the place of its kind in
   * {@link packedKinds} times three and that of its severity in {@link packedSeverities}.
   */
  z.array(z.number()),
  /** Rows that shifted, four numbers each: place in {@link packedRowChanges}, y, y in the baseline, height. */
  z.array(z.number()).optional(),
  /** Structural similarity of the images. */
  z.number().optional(),
]);

/** Where a baseline came from. Places are -1 for none. */
const packedSource = z.tuple([
  /** As the service names it: `branch:main`. */
  z.string().nullable(),
  /** Place in `captures` of the one that took its image. */
  place,
  /** Place in `baselines`. */
  place,
  /** Place in `approvals`. */
  place,
  /** Place in `newer`. */
  place,
]);

/** What few results have. */
const packedNotes = z.object({
  /** Where it is not the name split at its slashes. */
  path: z.array(z.string()).optional(),
  unstable: z.literal(true).optional(),
  /** What was ignored: per hundred pixels of the current image, then four numbers for each box. */
  ignored: z.array(z.number()).optional(),
  /** The ignore areas that some of those boxes are of: place of the box, id and name of the area. */
  areas: z.array(z.tuple([place, z.string(), z.string()])).optional(),
  incomplete: z.array(missingPart).optional(),
  /** Until when the change is ignored, and by whom. */
  paused: z.tuple([timestamp, z.string()]).optional(),
  flakes: z.number().optional(),
  /** What looks different below the threshold: pixels, those in flat areas per hundred of all, largest color difference. */
  subthreshold: z.tuple([z.number(), z.number(), z.number()]).optional(),
  /** Place in `tags`. */
  tags: place.optional(),
  /** Place in `decisions`. */
  decision: place.optional(),
  /** Place in `peopleApprovals`. */
  approvals: place.optional(),
  /** Place in `captures` of the one that the current image was carried from. */
  carried: place.optional(),
  /**
   * Regions that are elsewhere in the baseline: place among those that are listed, then x, y, width, height; no width where they
   * are not in it.
   */
  elsewhere: z.array(z.number()).optional(),
  /** Columns that shifted, as rows are listed. */
  columns: z.array(z.number()).optional(),
  /** Blocks that moved, six numbers each: x and y in the baseline, x and y now, width, height. */
  moves: z.array(z.number()).optional(),
  /** How many regions there are, where that is more than are listed. */
  regions: z.number().optional(),
  /** Of its accessibility change: place of the decision in {@link packedApprovals}, or -1 where it needs none. */
  accessibility: place.optional(),
});

/** One result. Places are -1 for none. */
const packedResult = z.tuple([
  z.string(),
  /** Place in {@link packedStatuses}. */
  place,
  /** Place in {@link packedApprovals}. */
  place,
  /** The current image: place in `sizeOf` and, times 43, in `hashes`. */
  place,
  /** The image of the baseline, likewise. */
  place,
  /** Place in `variants`; -1 where it has neither a viewport nor a browser. */
  place,
  /** Place in `sources`. */
  place,
  /** Place in `renderers`. */
  place,
  packedChange.nullable().optional(),
  packedNotes.optional(),
]);

/**
 * How much of a review to read: all of it, or of a large one what a page opens with. That is the results that come first in the
 * order in which they are reviewed, and those of the snapshot that is named, or else of the first one.
 */
export const reviewQuery = z.object({ part: z.literal('opening').optional(), name: name.optional() });
export type ReviewQuery = z.infer<typeof reviewQuery>;

/** Results, in a form that is about a fifth of what a diff says of them: what repeats is said once and meant by its place. */
const packedResults = z.object({
  /** SHA-256 of each image, 43 characters of base64url each, without anything between them. */
  hashes: z.string(),
  /** For each image its place in `sizes`. */
  sizeOf: z.array(place),
  /** Width and height in pixels. */
  sizes: z.array(z.tuple([z.number(), z.number()])),
  /** Viewports and browsers of results. */
  variants: z.array(z.tuple([viewport.nullable(), z.string().nullable()])),
  /** Captures that images are from, beside the head capture: id, commit, branch. */
  captures: z.array(z.tuple([z.string(), z.string().nullable(), z.string().nullable()])),
  /** Where baselines came from, and why from there (R9). */
  sources: z.array(packedSource),
  /** Baselines: place in {@link packedReasons}, branch, commit, capture. */
  baselines: z.array(z.tuple([place, z.string().nullable(), z.string().nullable(), z.string().nullable()])),
  /** Approvals of baselines: who, when, in which diff. */
  approvals: z.array(z.tuple([z.string().nullable(), timestamp.nullable(), z.string().nullable()])),
  /** Newer baselines of target branches that heads lack: branch, commit, diff. */
  newer: z.array(z.tuple([z.string(), z.string().nullable(), z.string().nullable()])),
  /** What rendered the current image, and the one of the baseline. */
  renderers: z.array(z.tuple([z.string().nullable(), z.string().nullable()])),
  /** Who decided, when, and for a rejection with a note why. */
  decisions: z.array(
    z.tuple([z.string(), timestamp.nullable(), z.string().nullish(), z.literal(1).optional()]),
  ),
  /** Tags of stories, each set of them once. */
  tags: z.array(z.array(z.string())).optional(),
  /** Who approved results that more than one person has to approve. */
  peopleApprovals: z.array(approvals).optional(),
  results: z.array(packedResult),
});
export type PackedResults = z.infer<typeof packedResults>;

/**
 * Some of the results of a review: fewer than were asked for where they are the last. They are read by name, which costs the same
 * for the last ones as for the first; `positions` tells their places in the review. Groups have the same number in every such answer,
 * even groups of one.
 */
export const reviewResults = packedResults.extend({
  /** Of each result. Those of one position are in the order in which they are answered. */
  positions: z.array(place),
});
export type ReviewResults = z.infer<typeof reviewResults>;

const count = z.coerce.number<number>().int().min(0);

/** By place rather than by cursor, so that several parts can be asked for at once: a completed diff has the same results for good. */
export const reviewResultsQuery = z.object({
  /** How many come before. */
  from: count.max(1_000_000).default(0),
  limit: count.min(1).max(1_000).default(500),
});
export type ReviewResultsQuery = z.infer<typeof reviewResultsQuery>;

/**
 * Everything that a review shows of a diff. Images are at `/api/v1/images/<hash>?token=…`, with the hash in hexadecimal; of a comparison at
 * `/api/v1/comparisons/<id>/mask?token=…` and `…/thumbnail?token=…`.
 */
export const review = diffSummary.extend({
  /** False where only the opening was asked for, and there are more results. */
  isWhole: z.boolean(),
  isStale: z.boolean(),
  resultsRemovedAt: diff.shape.resultsRemovedAt,
  /** What made it stale: for the first of the undecided snapshots whose baselines moved, the last that happened to each. */
  moves: z.array(
    z.object({
      name: z.string(),
      viewport: viewport.nullable(),
      browser: z.string().nullable(),
      branch: z.string(),
      /** Who approved the baseline. */
      actor: z.string(),
      /** Where it was approved. */
      diffId: z.string().nullable(),
      /** Whether that approval was revoked since, rather than given. */
      isRevoked: z.boolean(),
    }),
  ),
  /** The newest build of the same branch, where this one is older (R44). */
  newerBuild: z.object({ diffId: z.string(), commit: z.string().nullable() }).nullable(),
  failures: z.array(snapshotFailure),
  /** Opens every image of the project. */
  imageToken: z.string(),
  /** The approval that was revoked, for which the diff is computed again; null where it is not for that. */
  revokedApproval: z.object({ approvedBy: z.string(), approvedIn: z.string() }).nullable(),
  /** It failed with its session, which expired or was cancelled, so it is not compared again (R22). */
  isAbandoned: z.boolean().optional(),
  /** Earlier diffs in which people approved what this one shows as unchanged, and where an approval is missing (R57). */
  awaitingIn: z
    .array(z.object({ diffId: z.string(), count: z.number(), required: z.number(), by: z.array(z.string()) }))
    .optional(),
  /** Members who are asked to review it, and have neither decided nor finished. */
  requests: z.array(reviewRequest).optional(),
  ...packedResults.shape,
});
export type Review = z.infer<typeof review>;
export type PackedResult = z.infer<typeof packedResult>;

/** A result as a review needs it, before it is packed. */
export interface ReviewResult
  extends Pick<
    DiffResult,
    | 'name'
    | 'viewport'
    | 'browser'
    | 'status'
    | 'diffPercentage'
    | 'subthreshold'
    | 'similarity'
    | 'headHash'
    | 'approvalStatus'
    | 'baselineSource'
    | 'baselineHash'
    | 'baseline'
    | 'renderer'
    | 'baselineRenderer'
    | 'path'
    | 'ignored'
    | 'unstable'
    | 'incomplete'
    | 'flakeCount'
    | 'decidedBy'
    | 'decidedAt'
    | 'note'
    | 'approvals'
    | 'ignoredUntil'
    | 'ignoredBy'
    | 'rowChanges'
    | 'columnChanges'
    | 'moves'
    | 'fingerprint'
  > {
  headSize: Size | null;
  baselineSize: Size | null;
  /** Where the image of the baseline was taken. */
  baselineOrigin: Origin | null;
  /** Where the current image was taken, if not by the head capture (R23). */
  carriedFrom: Origin | null;
  regions: readonly ReviewRegion[] | null;
  /** Of the comparison that made mask and thumbnail. */
  comparisonId: number | null;
  /** Whether the one who asks decided it: names may be shared, and change. */
  mine: boolean;
  /** Of its story, or of the metadata that came with the image. */
  tags: readonly string[];
  /** The decision about its accessibility change, `recorded` where it needs none; null where there is no such change. */
  accessibility: ApprovalStatus | 'recorded' | null;
}

/** A box of changed pixels of the current image. */
export type ReviewRegion = Omit<Region, 'diffPixels'>;

/** The capture that took an image. */
export interface Origin {
  captureId: string;
  commit: string | null;
  branch: string | null;
}

export interface Size {
  width: number;
  height: number;
}

/** Pixels, from the top left corner. */
export interface Box extends Size {
  x: number;
  y: number;
}
