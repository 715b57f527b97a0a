import { z } from 'zod';
import { approvalStatus, resultStatus } from './enums.js';
import { causeSummary } from './pages/causes.js';
import {
  browser,
  hash,
  id,
  name,
  nextCursor,
  paging,
  parseViewportKey,
  timestamp,
  viewport,
} from './primitives.js';

/** Which snapshot is meant: one slot of a suite. Without a viewport or browser it is the one that has none (R1). */
export const snapshotHistoryQuery = paging.extend({
  suite: name,
  name,
  viewport: z
    .string()
    .regex(/^\d{1,5}x\d{1,5}$/, 'must look like 1280x720')
    .transform(parseViewportKey)
    .pipe(viewport)
    .optional(),
  browser: browser.optional(),
});

const image = z.object({
  hash,
  imageUrl: z.string(),
  /** Pixels. */
  width: z.number(),
  height: z.number(),
});

/** Something that happened to a snapshot: it came up for review in a diff, or was made a baseline without one (R10). */
export const historyEvent = z.object({
  /** Null when the image was made a baseline directly. */
  diffId: id.nullable(),
  captureId: id,
  /** Of the head capture, as is `commit`. */
  branch: z.string().nullable(),
  commit: z.string().nullable(),
  /** What the diff was asked to fall back to (R7). */
  baselineRef: z.string().nullable(),
  at: timestamp,
  /** Null without a diff, or where the diff no longer shows the snapshot as in need of a review. */
  status: resultStatus.nullable(),
  approvalStatus: approvalStatus.nullable(),
  diffPercentage: z.number().nullable(),
  /** Where the base came from (R9). */
  baselineSource: z.string().nullable(),
  /** Null where there is none: the snapshot was removed. */
  image: image.nullable(),
  baseline: image.nullable(),
  /** A small image of the first changed region. */
  thumbnailUrl: z.string().nullable(),
  /** Why it changed, at most three; empty where that is not known. */
  causes: z.array(causeSummary),
  renderer: z.string().nullable(),
  /** Whether this capture of it looked different for no reason. */
  flaked: z.boolean(),
  /** Whose decision stands, and since when; of one that was remembered (R16), who made it then. */
  decidedBy: z.string().nullable(),
  decidedAt: timestamp.nullable(),
  /** What was decided in the diff, oldest first. */
  decisions: z.array(
    z.object({
      kind: z.enum(['approved', 'rejected', 'withdrawn']),
      actor: z.string(),
      at: timestamp,
      /** Why it was rejected, where the reviewer said so. */
      note: z.string().nullable(),
      /** When it was taken back. */
      revokedAt: timestamp.nullable(),
    }),
  ),
  /** The baselines that came of it (R5). */
  promotions: z.array(
    z.object({
      branch: z.string(),
      /** Whether it stands for the removal of the snapshot. */
      isTombstone: z.boolean(),
      isActive: z.boolean(),
      isRevoked: z.boolean(),
      actor: z.string(),
      at: timestamp,
    }),
  ),
});
export type HistoryEvent = z.infer<typeof historyEvent>;

/** The life of one snapshot, newest first. */
export const snapshotHistory = z.object({
  suite: z.string(),
  name: z.string(),
  viewport: viewport.nullable(),
  browser: z.string().nullable(),
  /** Every viewport and browser that has or had a baseline under this name. */
  variants: z.array(z.object({ viewport: viewport.nullable(), browser: z.string().nullable() })),
  /** Its active baseline on each branch that has one, the default branch first. */
  baselines: z.array(image.extend({ branch: z.string(), since: timestamp })),
  /** Of the newest 200 diffs of the suite: in how many it was compared, had changed, and had flaked. */
  recent: z.object({ compared: z.number(), changed: z.number(), flaked: z.number() }),
  /** How often it looked different for no reason, in all captures of the suite. */
  flakeCount: z.number(),
  events: z.array(historyEvent),
  nextCursor,
});
export type SnapshotHistory = z.infer<typeof snapshotHistory>;
