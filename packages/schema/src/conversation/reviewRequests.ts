import { z } from 'zod';
import { diffList, diffSummary } from '../diff.js';
import { id, text, timestamp } from '../primitives.js';

/** A member who was asked to review what a branch changes in a suite, and has neither decided nor finished (R58). */
export const reviewRequest = z.object({
  id,
  reviewer: z.object({ id, name: z.string() }),
  /** Such as `user:Ada`. */
  requestedBy: z.string(),
  requestedAt: timestamp,
  /** Whether the caller is the reviewer. */
  isYou: z.boolean(),
});
export type ReviewRequest = z.infer<typeof reviewRequest>;

export const requestReviewBody = z.object({
  /** Names or ids of members; in any case. Who is asked already is asked once. */
  reviewers: z.array(text(512, 1)).min(1).max(20),
});
export const reviewRequestList = z.object({ requests: z.array(reviewRequest) });

/** What a person is asked to review: the newest build of each branch, the newest request first. */
export const requestedReview = z.object({
  id,
  diff: diffSummary,
  requestedBy: z.string(),
  requestedAt: timestamp,
});
export type RequestedReview = z.infer<typeof requestedReview>;

export const waitingList = diffList.extend({
  /** At most the 50 newest, with the first page. A service before 0.15 tells none. */
  requested: z.array(requestedReview).optional(),
});
