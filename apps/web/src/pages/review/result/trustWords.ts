import type { ReviewItem } from '../../../client/presentReview.js';
import { missingWords } from '../../../words/missingWords.js';
import { rendererChange } from './rendererWords.js';

type Rendered = Pick<ReviewItem, 'unstable' | 'incomplete' | 'flakeCount' | 'renderer' | 'baselineRenderer'>;

/** How often a snapshot looked different for no reason, as a sentence. */
export const flakyWords = (flakeCount: number): string =>
  `Flaky: ${flakeCount === 1 ? '1 earlier capture' : `${flakeCount} earlier captures`} differed without a change`;

/** Reasons for which a difference may not be a change, each as a sentence. */
export function trustWords({
  unstable,
  incomplete,
  flakeCount,
  renderer,
  baselineRenderer,
}: Rendered): string[] {
  const words: string[] = [];
  if (unstable) words.push('The page did not hold still while it was captured');
  const missing = missingWords(incomplete);
  if (missing) words.push(missing);
  if (flakeCount > 0) words.push(flakyWords(flakeCount));
  if (renderer && baselineRenderer && renderer !== baselineRenderer) {
    words.push(`Rendered differently from the baseline: ${rendererChange(baselineRenderer, renderer)}`);
  }
  return words;
}
