import type { ReviewItem } from '../../../client/presentReview.js';

/** What a decision about a result is about. */
export type Seen = Pick<ReviewItem, 'approvalStatus' | 'headHash' | 'baselineHash'>;

/** Whether a result still is what somebody saw: the same images, and nobody has decided. */
export const isAsSeen = (is: Seen, was: Seen): boolean =>
  is.approvalStatus === was.approvalStatus &&
  is.headHash === was.headHash &&
  is.baselineHash === was.baselineHash;
