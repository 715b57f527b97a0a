import { z } from 'zod';
import { missingPart } from './capture.js';
import { baselineExplanation } from './diff.js';
import { approvalStatus, resultStatus } from './enums.js';
import { browser, name, timestamp, viewport } from './primitives.js';
import { viewportText } from './snapshotUpload.js';

/** Which result of a diff. Without a viewport or a browser it is the one that has none (R1). */
export const explanationQuery = z.object({
  name,
  viewport: viewportText.optional(),
  browser: browser.optional(),
});

/** A baseline that a result could have been compared with. */
export const baselineCandidate = z.object({
  /** Whether it is of the branch itself, of the branch that it goes to, or of the default branch behind that. */
  line: z.enum(['own', 'target', 'default']),
  ref: z.string(),
  commit: z.string().nullable(),
  captureId: z.string(),
  /** SHA-256 of the image; null where the removal was approved. */
  hash: z.string().nullable(),
  approvedBy: z.string().nullable(),
  approvedAt: timestamp.nullable(),
  approvedIn: z.string().nullable(),
  /** Whether the head has seen a commit at which it stands. */
  seen: z.boolean(),
  /** Whether it is what the image is compared with. */
  chosen: z.boolean(),
  why: z.string(),
});
export type BaselineCandidate = z.infer<typeof baselineCandidate>;

/** What somebody decided between the two images of a result, here or elsewhere (R16). */
export const pastChoice = z.object({
  diffId: z.string(),
  kind: z.enum(['approved', 'rejected', 'withdrawn']),
  by: z.string(),
  at: timestamp,
  branch: z.string().nullable(),
  /** Whether it is for the current image; otherwise it is for the baseline's. */
  isForCurrent: z.boolean(),
  /** Whether it is the one that decides. */
  counts: z.boolean(),
  why: z.string(),
});
export type PastChoice = z.infer<typeof pastChoice>;

/** The whole derivation of a result, as of now (R9). */
export const resultExplanation = z.object({
  name: z.string(),
  viewport: viewport.nullable(),
  browser: z.string().nullable(),
  status: resultStatus,
  approvalStatus,
  /** What the result says, which may be older than the rest. */
  baseline: baselineExplanation.nullable(),
  head: z.object({
    branch: z.string().nullable(),
    commit: z.string().nullable(),
    /** What was checked out, where CI tests a merge. */
    checkout: z.string().nullable(),
    /** The branch that it is compared with; null for the default branch itself. */
    target: z.string().nullable(),
    /** Whether every ancestor of the commit is known. */
    isHistoryKnown: z.boolean(),
  }),
  /** The capture whose image it took over without a browser; null where it was captured. */
  provenFrom: z.string().nullable().optional(),
  /** What the page of the current image could not load; absent from a service before 0.15. */
  incomplete: z.array(missingPart).optional(),
  candidates: z.array(baselineCandidate),
  choices: z.array(pastChoice),
});
export type ResultExplanation = z.infer<typeof resultExplanation>;
