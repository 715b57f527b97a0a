import type { ReviewItem } from '../../../client/presentReview.js';
import { dayText } from '../../../words/dayText.js';

/** Whether an undecided change is ignored for now, so that nobody has to look at it. */
export const isIgnoredNow = ({
  approvalStatus,
  ignoredUntil,
}: Pick<ReviewItem, 'approvalStatus' | 'ignoredUntil'>): boolean =>
  approvalStatus === 'pending' && Date.parse(ignoredUntil ?? '') > Date.now();

/** `ignored until Nov 29, 2026`. */
export const ignoredWords = (until: string): string => `ignored until ${dayText(until)}`;
