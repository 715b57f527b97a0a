import { z } from 'zod';
import { captureSummary } from './capture.js';
import { diffSummary } from './diff.js';
import { conclusion, sessionStatus } from './enums.js';
import { commit, id, name, nextCursor, paging, ref, timestamp } from './primitives.js';
import { runFields } from './run.js';

export const createSessionBody = z.object({
  suite: name,
  branch: ref,
  commit,
  baselineRef: ref.optional(),
  autoApprove: z.boolean().default(false),
  isLocal: z.boolean().default(false),
  /** Commits reachable from HEAD, newest first, at most 500 (R7). */
  history: z.array(commit).max(500).optional(),
  /** An id of your own; a session that is open under it is joined (R20). */
  sessionId: id.optional(),
  ...runFields,
});
export type CreateSessionBody = z.infer<typeof createSessionBody>;

export const createdSession = z.object({ sessionId: id, captureId: id, diffId: id });
export type CreatedSession = z.infer<typeof createdSession>;

export const completeSessionBody = z.object({
  /** Exit code of the command that the session wrapped; Windows has codes of 32 bits, with or without a sign. */
  exitCode: z
    .number()
    .int()
    .min(-(2 ** 31))
    .max(2 ** 32 - 1)
    .optional(),
  /** The run holds every snapshot of its suites, so that absence means removal (R24). */
  complete: z.boolean().optional(),
  /** That no snapshot arrived is not a failure (R25). */
  allowEmpty: z.boolean().optional(),
  /**
   * Where the session would belong. With both, a session into which nothing was uploaded is made and completed, so that
   * the check of the commit hears of it; without, such a session is unknown (R25).
   */
  branch: ref.optional(),
  commit: commit.optional(),
  baselineRef: ref.optional(),
  isLocal: z.boolean().optional(),
  ...runFields,
});
export type CompleteSessionBody = z.infer<typeof completeSessionBody>;

/** The conclusion of one diff of a completed session. */
export const sessionDiff = z.object({
  diffId: id,
  suite: z.string(),
  conclusion: conclusion.nullable(),
  checkRunUrl: z.string().nullable(),
  reviewUrl: z.string().nullable(),
  summary: z.object({
    changed: z.number(),
    new: z.number(),
    unchanged: z.number(),
    removed: z.number(),
    failed: z.number(),
  }),
  changedSnapshots: z.array(z.string()),
});
export type SessionDiff = z.infer<typeof sessionDiff>;

export const completedSession = z.object({
  /**
   * Signed token for image access: it opens every image of the project, by its storage key, at
   * `/api/v1/images/<key>?token=<imageToken>`, for one to two days.
   */
  imageToken: z.string(),
  /** A code host of the project shows the verdict as a check of the commit, or will. */
  hasCheck: z.boolean(),
  diffs: z.array(sessionDiff),
});
export type CompletedSession = z.infer<typeof completedSession>;

/** A session as it is now, with the diffs of its suites by name. */
export const session = z.object({
  id,
  status: sessionStatus,
  branch: z.string(),
  commit: z.string(),
  baselineRef: z.string().nullable(),
  isLocal: z.boolean(),
  autoApprove: z.boolean(),
  /** Of the command that it wrapped; null while the session is open. */
  exitCode: z.number().nullable(),
  /** Of all its diffs together. */
  conclusion: conclusion.nullable(),
  createdAt: timestamp,
  completedAt: timestamp.nullable(),
  /** Why it was cancelled; null for any other session. */
  error: z.string().nullable().optional(),
  diffs: z.array(
    diffSummary.extend({
      checkRunUrl: z.string().nullable(),
      /** The head capture. */
      capture: captureSummary,
      /** A baseline that the diff compared against has moved since (R14). */
      isStale: z.boolean(),
    }),
  ),
});
export type Session = z.infer<typeof session>;

/** A session as a list shows it. */
export const sessionSummary = session.omit({ diffs: true }).extend({
  /** The diffs of its suites, by the suites' names; the session itself has all that is known of them. */
  diffs: z.array(diffSummary.pick({ id: true, suite: true, status: true, conclusion: true })),
});
export type SessionSummary = z.infer<typeof sessionSummary>;

/** With `suite`: those in which it took part. Sessions of a single upload are left out. */
export const listSessionsQuery = paging.extend({ suite: name.optional() });
export const sessionList = z.object({ sessions: z.array(sessionSummary), nextCursor });
export type SessionList = z.infer<typeof sessionList>;
