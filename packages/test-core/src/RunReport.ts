import type { SnapshotDiffResult } from '@svc/sdk';
import type { ResultImages } from './downloadImages.js';
import type { Shot } from './Shot.js';

/** A picture that the service has compared. */
export interface SentShot {
  shot: Shot;
  result: SnapshotDiffResult;
  /** An earlier attempt of the test looked different. */
  isFlaky: boolean;
}

/** A picture that the service does not have, or all that followed it, and why. */
export interface ShotFailure {
  /** Null where nothing more was sent. */
  shot: Shot | null;
  code: string;
  message: string;
}

/** How the pictures of a run compare. */
export interface RunReport {
  /** The last attempt of each snapshot. */
  sent: readonly SentShot[];
  failures: readonly ShotFailure[];
  /** Pictures that were not sent since the service could not be used. */
  unsent: number;
  branch: string;
  commit: string;
  /** Where to review each suite. */
  reviews: readonly { suite: string; url: string }[];
  /** Images of what waits for a review. */
  images: ReadonlyMap<Shot, ResultImages>;
}

/** What somebody has to decide about. */
export const toReview = ({ sent }: Pick<RunReport, 'sent'>): SentShot[] =>
  sent.filter(({ result }) => result.status !== 'unchanged' && result.approvalStatus !== 'approved');

/** Whether the service does not have all pictures of the run. */
export const isLacking = ({ failures, unsent }: Pick<RunReport, 'failures' | 'unsent'>): boolean =>
  failures.length > 0 || unsent > 0;
