import type { ReviewItem } from '../../../client/presentReview.js';
import { percentWords } from '../../../words/percentWords.js';

/** Percent of the page below which differences beside counted ones are not worth a reviewer's time. */
const leastArea = 1;

/** `looks different below the threshold: 62.0% of the page, ΔE 7.9`; empty where there is nothing worth saying. */
export function subthresholdWords({
  diffPercentage,
  subthreshold,
}: Pick<ReviewItem, 'diffPercentage' | 'subthreshold'>): string {
  if (!subthreshold) return '';
  const { area, maxDeltaE } = subthreshold;
  if (diffPercentage && area < leastArea) return '';
  return `looks different below the threshold: ${percentWords(area)} of the page, ΔE ${maxDeltaE.toFixed(1)}`;
}
