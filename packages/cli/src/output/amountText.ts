import type { DiffResult } from '@svc/sdk';
import { percentageText } from './percentageText.js';

/** How much changed: `3.10 %`, or what looks different below the threshold. Empty where nobody can tell. */
export function amountText({
  diffPercentage,
  reason,
  subthreshold,
}: Pick<DiffResult, 'diffPercentage' | 'reason' | 'subthreshold'>): string {
  if (reason !== 'subthreshold') return diffPercentage === null ? '' : percentageText(diffPercentage);
  if (!subthreshold) return 'looks different below the threshold';
  const { area, maxDeltaE } = subthreshold;
  return `looks different below the threshold: ${percentageText(area)} of the page, ΔE ${maxDeltaE.toFixed(1)}`;
}
