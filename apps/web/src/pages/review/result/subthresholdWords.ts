import type { Subthreshold } from '@svc/schema';
import { percentWords } from '../../../words/percentWords.js';

/** `looks different below the threshold: 62.0 % of the page, ΔE 7.9`. */
export const subthresholdWords = ({ area, maxDeltaE }: Subthreshold): string =>
  `looks different below the threshold: ${percentWords(area)} of the page, ΔE ${maxDeltaE.toFixed(1)}`;
