import type { ReviewItem } from '../../../client/presentReview.js';
import { rendererChange } from './rendererWords.js';

type Rendered = Pick<ReviewItem, 'unstable' | 'flakeCount' | 'renderer' | 'baselineRenderer'>;

/** Reasons for which a difference may not be a change, each as a sentence. */
export function trustWords({ unstable, flakeCount, renderer, baselineRenderer }: Rendered): string[] {
  const words: string[] = [];
  if (unstable) words.push('The page did not hold still while it was captured');
  if (flakeCount > 0) {
    words.push(`Looked different for no reason ${flakeCount === 1 ? 'once' : `${flakeCount} times`} before`);
  }
  if (renderer && baselineRenderer && renderer !== baselineRenderer) {
    words.push(`Not rendered as the baseline was: ${rendererChange(baselineRenderer, renderer)}`);
  }
  return words;
}
