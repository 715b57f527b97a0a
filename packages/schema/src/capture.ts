import { z } from 'zod';
import { captureStatus } from './enums.js';
import {
  browser,
  commaSeparated,
  commit,
  hash,
  id,
  ignoredRegion,
  metadata,
  name,
  nextCursor,
  paging,
  ref,
  text,
  threshold,
  timestamp,
  viewport,
} from './primitives.js';
import { ciPages, runFields } from './run.js';
import { waitingForBrowser } from './waiting.js';
import { deepestPath, longestPart, longestUrl } from './words/nameLimits.js';

const selector = text(2_000, 1);

const side = z.number().min(1).max(1_000_000);

/** What comparisons ignore: a selector of elements, or a box in CSS pixels from the top left corner of what is captured. */
export const ignoredPlace = z.union([
  selector,
  z.object({
    x: z.number().min(-1_000_000).max(1_000_000),
    y: z.number().min(-1_000_000).max(1_000_000),
    width: side,
    height: side,
  }),
]);
export type IgnoredPlace = z.infer<typeof ignoredPlace>;

/** What the fleet captures. Fields below `metadata` go beyond the specification; stories set them. */
export const captureTarget = z.object({
  /** 1 to 512 characters, without control characters. */
  name,
  /** http or https. */
  url: text(longestUrl).pipe(z.url({ protocol: /^https?$/, error: 'must be an http or https URL' })),
  /** Capture only this element. */
  selector: selector.optional(),
  viewport: viewport.optional(),
  framework: z.literal('stories-a').optional(),
  /** Milliseconds to wait before the capture, at most 60,000. */
  delay: z.number().min(0).max(60_000).optional(),
  /** Capture the viewport instead of the whole page. */
  cropToViewport: z.boolean().optional(),
  /** Elements hidden before the capture. */
  ignoreSelectors: z.array(selector).max(100).optional(),
  /** What comparisons ignore; it stays in the image. */
  ignore: z.array(ignoredPlace).max(100).optional(),
  /** Display hierarchy. */
  path: z.array(text(longestPart)).max(deepestPath).optional(),
  metadata: metadata.optional(),
  /** 0 to 1. */
  diffThreshold: threshold.optional(),
  /** Whether differences that are anti-aliasing count. */
  diffIncludeAntiAliasing: z.boolean().optional(),
  pauseAnimationAtEnd: z.boolean().optional(),
  forcedColors: text(32).optional(),
  prefersReducedMotion: text(32).optional(),
  media: text(32).optional(),
  /** Why it cannot be captured: its snapshot fails with this message, and no browser opens it. */
  problem: text(1_000).optional(),
});
export type CaptureTarget = z.infer<typeof captureTarget>;

/** A snapshot that a manual capture announces; with a known `hash` no bytes need to follow (R4). */
export const announcedSnapshot = z.object({
  name,
  viewport: viewport.optional(),
  browser: browser.optional(),
  hash: hash.optional(),
});

export const createCaptureBody = z.object({
  suite: name,
  branch: ref.optional(),
  commit: commit.optional(),
  baselineRef: ref.optional(),
  /** Approve all changes and set baselines. */
  autoApprove: z.boolean().default(false),
  /** Without branch and commit tracking. */
  ephemeral: z.boolean().default(false),
  isLocal: z.boolean().default(false),
  /** Manual mode. The capture completes when all of them have arrived: at once, when there are none. */
  snapshots: z.array(announcedSnapshot).max(20_000).optional(),
  /** Fleet mode: the service captures these addresses. */
  targets: z.array(captureTarget).min(1).max(20_000).optional(),
  /** Set what is captured as baselines of the branch when the capture completes (R10). */
  autoBaseline: z.boolean().default(false),
  /** The run declares that it holds every snapshot of the suite, so absence means removal (R24). */
  complete: z.boolean().default(false),
  /** Take over images of stories whose files are the same as before, instead of capturing them. True unless given; a project can switch it off. */
  proof: z.boolean().optional(),
  /** The run was filtered or sharded (R28). */
  partial: z.boolean().default(false),
  /** Commits reachable from HEAD, newest first, at most 500 (R7). */
  history: z.array(commit).max(500).optional(),
  ...runFields,
});
export type CreateCaptureBody = z.infer<typeof createCaptureBody>;

/** A style sheet, font, image or script that an image was taken without; or the page, of whose workers it lacks the answer. */
export const missingPart = z.object({
  url: z.string(),
  /** A clause: `the host could not be found`, `the server answered 404 Not Found`, `did not load within 10 s`. */
  reason: z.string(),
});
export type MissingPart = z.infer<typeof missingPart>;

/** One screenshot of a capture. */
export const snapshot = z.object({
  name: z.string(),
  viewport: viewport.nullable(),
  /** Null where none was given. */
  browser: z.string().nullable(),
  imageUrl: z.string(),
  /** SHA-256 of the PNG file as stored, in lower-case hexadecimal. JPEG and WebP uploads are stored as PNG. */
  hash: z.string(),
  /** Pixels of the image. */
  width: z.number(),
  height: z.number(),
  /** Display hierarchy. */
  path: z.array(z.string()).nullable(),
  /** What the target or the upload said of itself. */
  metadata: z.record(z.string(), z.unknown()).nullable(),
  /** True when the page never held still: two shots in a row differed to the end. */
  unstable: z.boolean(),
  /** What the page could not load, so that the image lacks it; empty for a complete one. */
  incomplete: z.array(missingPart),
  /** What the fleet rendered it with: browser, system, fonts, flags. Null for an uploaded image. */
  renderer: z.string().nullable(),
  /** The capture that the image was carried over from (R23); null where it is of this one. */
  carriedFrom: z.string().nullable(),
  /** What comparisons ignore of it, in pixels of the image (R49). */
  ignored: z.array(ignoredRegion),
  /** The capture whose image it took over without a browser, since all that the story loads is the same; else null. */
  provenFrom: z.string().nullable().optional(),
  /** How long the fleet took for it, in milliseconds; null where it was uploaded or taken over, and missing from older services. */
  milliseconds: z.number().nullable().optional(),
  /** Which of the images that were uploaded for it this is, from 1: a retry of its test counts up (R47). */
  attempt: z.number(),
});
export type Snapshot = z.infer<typeof snapshot>;

/** A snapshot that could not be captured, and why. */
export const snapshotFailure = z.object({
  name: z.string(),
  viewport: viewport.nullable(),
  browser: z.string().nullable(),
  message: z.string(),
});
export type SnapshotFailure = z.infer<typeof snapshotFailure>;

/** A capture without its snapshots, as lists show it. */
export const captureSummary = z.object({
  id,
  suite: z.string(),
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  /**
   * `completed` and `failed` are final; `failed` means that nothing was captured, or that the client went away from a capture
   * that it had not announced (R48).
   */
  status: captureStatus,
  totalSnapshots: z.number(),
  completedSnapshots: z.number(),
  failedSnapshots: z.number(),
  /** The run was filtered or sharded, or had carried snapshots. */
  partial: z.boolean(),
  /** Without branch and commit tracking; never a source of baselines. */
  ephemeral: z.boolean(),
  isLocal: z.boolean(),
  autoApprove: z.boolean(),
  autoBaseline: z.boolean(),
  /** ISO 8601, UTC. */
  createdAt: timestamp,
  completedAt: timestamp.nullable(),
  /** Why it failed, where that is more than its failed snapshots say. */
  error: z.string().nullable(),
  /** Null where its run said nothing of that. */
  ci: ciPages.nullable().optional(),
});
export type CaptureSummary = z.infer<typeof captureSummary>;

/** Screenshots of one suite, taken at one branch and commit. */
export const capture = captureSummary.extend({
  /** The session it belongs to and ends with; null for a capture outside a session. */
  sessionId: id.nullable().optional(),
  /**
   * When snapshots of it were removed because the service does not keep them forever; those that are left are still needed.
   * Null where all are there. A service before 0.15 tells none.
   */
  snapshotsRemovedAt: timestamp.nullable().optional(),
  /** Null when it does not wait. A service before 0.15 tells none. */
  waitingForBrowser: waitingForBrowser.nullable().optional(),
  snapshots: z.array(snapshot),
  /** One entry for each failed snapshot. */
  failures: z.array(snapshotFailure),
});
export type Capture = z.infer<typeof capture>;

/** A capture without what it lists, for those who wait for its end. */
export const captureState = capture.omit({ snapshots: true, failures: true });
export type CaptureState = z.infer<typeof captureState>;

/** A page of its snapshots and failures; all of them in one where no page was asked for. */
const capturePage = capture.extend({ nextCursor: nextCursor.optional() });

/** As much of a capture as was asked for. */
export const capturePart = z.union([capturePage, captureState]);

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
