import { z } from 'zod';

export const captureStatus = z.enum(['pending', 'capturing', 'processing', 'completed', 'failed']);
export const diffStatus = z.enum(['processing', 'completed', 'failed']);
/** `expired`: it was never completed. */
export const sessionStatus = z.enum(['open', 'completed', 'expired', 'cancelled']);
/** Of which branches a build of a newer commit ends what is still running for older commits. */
export const cancelSuperseded = z.enum(['never', 'other-branches', 'all-branches']);
export const siteStatus = z.enum(['pending', 'uploading', 'ready', 'failed']);
export const resultStatus = z.enum(['unchanged', 'changed', 'new', 'removed', 'skipped']);
export const approvalStatus = z.enum(['pending', 'approved', 'rejected']);
export const conclusion = z.enum(['success', 'failure']);

/**
 * Why a baseline is the one that an image is compared with (R9). `target-seen`: the newest that the head has seen of its
 * target branch. `own-approved`: approved on the branch itself. `target-moved`: as `target-seen`, though the branch has one
 * of its own, which answered something older. `remembered`: as before, and the change was approved elsewhere.
 * `history-unknown`: guessed, since the head's history is not known far enough. `first-of-branch`: there is none.
 */
export const baseReason = z.enum([
  'target-seen',
  'own-approved',
  'target-moved',
  'base-capture',
  'remembered',
  'history-unknown',
  'first-of-branch',
]);
export type BaseReason = z.infer<typeof baseReason>;

/** The two component-story tools: `stories-a` is Storybook, `stories-b` is Ladle. */
export const storyTool = z.enum(['stories-a', 'stories-b']);

/** What showed that a snapshot looks different for no reason (R62). */
export const flakeKind = z.enum(['unstable', 'recaptured', 'retried', 'flipped']);
export type FlakeKind = z.infer<typeof flakeKind>;

/**
 * Why the fleet doubts an image. `motion`: the page goes on moving. `answers`: it looks different in two documents, and depends on more
 * than files of its own site. `documents`: it looks different in two documents, though all that they load is the same.
 */
export const doubtCause = z.enum(['motion', 'answers', 'documents']);
export type DoubtCause = z.infer<typeof doubtCause>;

export type CaptureStatus = z.infer<typeof captureStatus>;
export type DiffStatus = z.infer<typeof diffStatus>;
export type SessionStatus = z.infer<typeof sessionStatus>;
export type CancelSuperseded = z.infer<typeof cancelSuperseded>;
export type SiteStatus = z.infer<typeof siteStatus>;
export type ResultStatus = z.infer<typeof resultStatus>;
export type ApprovalStatus = z.infer<typeof approvalStatus>;
export type Conclusion = z.infer<typeof conclusion>;
export type StoryTool = z.infer<typeof storyTool>;
