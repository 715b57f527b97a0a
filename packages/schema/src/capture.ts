import { z } from 'zod';
import { captureStatus } from './enums.js';
import {
  commaSeparated,
  commit,
  hash,
  id,
  name,
  nextCursor,
  paging,
  ref,
  threshold,
  timestamp,
  viewport,
} from './primitives.js';

const selector = z.string().min(1).max(2_000);

/** What the fleet captures. Fields below `metadata` go beyond the specification; stories set them. */
export const captureTarget = z.object({
  name,
  url: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).max(8_192),
  selector: selector.optional(),
  viewport: viewport.optional(),
  framework: z.literal('stories-a').optional(),
  /** Milliseconds to wait before the capture. */
  delay: z.number().min(0).max(60_000).optional(),
  cropToViewport: z.boolean().optional(),
  ignoreSelectors: z.array(selector).max(100).optional(),
  path: z.array(z.string().max(512)).max(32).optional(),
  metadata: z.record(z.string(), z.unknown()).optional(),
  diffThreshold: threshold.optional(),
  pauseAnimationAtEnd: z.boolean().optional(),
  forcedColors: z.string().max(32).optional(),
  prefersReducedMotion: z.string().max(32).optional(),
  media: z.string().max(32).optional(),
});
export type CaptureTarget = z.infer<typeof captureTarget>;

/** A snapshot that a manual capture announces; with a known `hash` no bytes need to follow (R4). */
export const announcedSnapshot = z.object({
  name,
  viewport: viewport.optional(),
  hash: hash.optional(),
});

export const createCaptureBody = z.object({
  suite: name,
  branch: ref.optional(),
  commit: commit.optional(),
  baselineRef: ref.optional(),
  autoApprove: z.boolean().default(false),
  ephemeral: z.boolean().default(false),
  isLocal: z.boolean().default(false),
  /** Manual mode. The capture completes when all of them have arrived. */
  snapshots: z.array(announcedSnapshot).max(20_000).optional(),
  /** Fleet mode. */
  targets: z.array(captureTarget).min(1).max(20_000).optional(),
  /** Promote what is captured to the head branch when the capture completes (R10). */
  autoBaseline: z.boolean().default(false),
  /** The run declares that it holds every snapshot of the suite, so absence means removal (R24). */
  complete: z.boolean().default(false),
  /** The run was filtered or sharded (R28). */
  partial: z.boolean().default(false),
  /** Commits reachable from HEAD, newest first (R7). */
  history: z.array(commit).max(500).optional(),
});
export type CreateCaptureBody = z.infer<typeof createCaptureBody>;

export const snapshot = z.object({
  name: z.string(),
  viewport: viewport.nullable(),
  imageUrl: z.string(),
  /** SHA-256 of the PNG file. */
  hash: z.string(),
  /** Pixels of the image. */
  width: z.number(),
  height: z.number(),
  path: z.array(z.string()).nullable(),
  /** What the target or the upload said of itself. */
  metadata: z.record(z.string(), z.unknown()).nullable(),
  /** True when the page never held still: two shots in a row differed to the end. */
  unstable: z.boolean(),
  /** What the fleet rendered it with: browser, system, fonts, flags. Null for an uploaded image. */
  renderer: z.string().nullable(),
});
export type Snapshot = z.infer<typeof snapshot>;

export const snapshotFailure = z.object({
  name: z.string(),
  viewport: viewport.nullable(),
  message: z.string(),
});

export const captureSummary = z.object({
  id,
  suite: z.string(),
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  status: captureStatus,
  totalSnapshots: z.number(),
  completedSnapshots: z.number(),
  failedSnapshots: z.number(),
  partial: z.boolean(),
  ephemeral: z.boolean(),
  isLocal: z.boolean(),
  autoApprove: z.boolean(),
  autoBaseline: z.boolean(),
  createdAt: timestamp,
  completedAt: timestamp.nullable(),
});
export type CaptureSummary = z.infer<typeof captureSummary>;

export const capture = captureSummary.extend({
  snapshots: z.array(snapshot),
  /** One entry for each failed snapshot. */
  failures: z.array(snapshotFailure),
});
export type Capture = z.infer<typeof capture>;

/**
 * With `commits`: the newest completed capture of each commit, in the order of the commits (R11).
 * Without: all captures of the project, newest first.
 */
export const listCapturesQuery = paging.extend({
  suite: name.optional(),
  commits: commaSeparated.pipe(z.array(commit).max(500)).optional(),
  branch: ref.optional(),
});
export const captureList = z.object({ captures: z.array(captureSummary), nextCursor });
