import type { BaselineExplanation } from '@svc/schema';
import type { ReviewItem } from '../../../client/presentReview.js';
import { baselineWords } from './baselineWords.js';

/** `main@1a2b3c4`; empty where neither is known. */
export const placeWords = (ref: string | null, commit: string | null): string =>
  [ref, commit?.slice(0, 7)].filter(Boolean).join('@');

/** What a baseline is, to stand behind "compared with"; null where there is none. */
export function comparedWith({ reason, ref, commit, captureId }: BaselineExplanation): string | null {
  if (reason === 'base-capture' && captureId !== null) return `capture ${captureId}`;
  return placeWords(ref, commit) || (captureId === null ? null : `capture ${captureId}`);
}

/** Why an image is compared with this baseline, as a sentence. */
export function reasonWords({ reason, ref, captureId }: BaselineExplanation): string {
  const branch = ref ?? 'the target branch';
  switch (reason) {
    case 'target-seen':
      return `It is the latest baseline of ${branch} in the history of this commit.`;
    case 'own-approved':
      return `It was approved on ${branch}, and the target branch has not changed since.`;
    case 'target-moved':
      return `This branch has its own baseline, but ${branch} has changed since its approval.`;
    case 'base-capture':
      return 'The run asked to be compared with this capture.';
    case 'remembered':
      return 'The same change was approved before, so it needs no second review.';
    case 'history-unknown':
      return `It is a guess, because the history of this commit is incomplete: the latest baseline of ${branch}.`;
    case 'first-of-branch':
      return captureId === null
        ? 'Neither this branch nor its target has a baseline of this snapshot.'
        : 'This branch has no other baseline of this snapshot.';
  }
}

/** What to do about a guess; null where nothing was guessed. */
export const guessAdvice = ({ reason }: BaselineExplanation): string | null =>
  reason === 'history-unknown'
    ? 'The baseline is a guess: commits are missing. Check out the full history in CI (fetch-depth: 0), then run again.'
    : null;

/** What an image was compared with, as a sentence without its links. */
export function sourceSentence({ status, baselineSource, baseline }: ReviewItem): string {
  if (status === 'new') return 'There is no baseline yet';
  if (status === 'skipped') return 'Not part of this run';
  if (baselineSource?.startsWith('approval:')) return 'The same change was approved before';
  const place = baseline && comparedWith(baseline);
  return place ? `Compared with ${place}` : `Compared with the baseline ${baselineWords(baselineSource)}`;
}
