import type { HistoryEvent } from '@svc/schema';
import { actorText } from '@svc/schema/actorText';
import { percentWords } from '../../words/percentWords.js';

type Sourced = Pick<HistoryEvent, 'diffId' | 'status' | 'baselineSource' | 'branch' | 'baselineRef'>;

/** What happened: `Changed by 1.84%`. */
export function eventTitle({
  diffId,
  status,
  diffPercentage,
}: Pick<HistoryEvent, 'diffId' | 'status' | 'diffPercentage'>): string {
  if (diffId === null) return 'Set as baseline';
  switch (status) {
    case 'changed':
      if (diffPercentage === 0) return 'Changed below the threshold';
      return diffPercentage === null ? 'Changed' : `Changed by ${percentWords(diffPercentage)}`;
    case 'new':
      return 'Appeared';
    case 'removed':
      return 'Removed';
    default:
      return 'Compared again, and no longer different';
  }
}

/** Why the image was compared with this baseline, as a sentence. */
export function eventReason({ diffId, status, baselineSource, branch, baselineRef }: Sourced): string {
  if (diffId === null) return 'The capture set its images as baselines directly, without a review.';
  if (baselineSource === null) {
    return status === 'new'
      ? 'No branch that it is compared with had a baseline for it.'
      : 'It was compared with nothing.';
  }
  const [kind, ...rest] = baselineSource.split(':');
  const name = rest.join(':');
  if (kind === 'approval') return 'The same change was approved before, so it needed no second review.';
  if (kind === 'capture') return 'Compared with the images of another capture, as the run asked.';
  if (name === branch) return `Compared with the baseline of its own branch, ${name}.`;
  const ownHasNone = branch === null ? 'The run has no branch' : `Its own branch, ${branch}, had none`;
  return name === baselineRef
    ? `Compared with the baseline of ${name}, its target. ${ownHasNone}.`
    : `Compared with the baseline of ${name}, the project’s default branch. ${ownHasNone}.`;
}

/** The diff or capture that a base came from, to link to; null where it came from a branch. */
export function sourceLink(source: string | null): { kind: 'diff' | 'capture'; id: string } | null {
  const [kind, id] = source?.split(':') ?? [];
  if (!id) return null;
  if (kind === 'approval') return { kind: 'diff', id };
  return kind === 'capture' ? { kind, id } : null;
}

export const actorWords = (actor: string): string =>
  actor === 'auto-approve' ? 'The run itself' : actorText(actor);

const verbs = {
  approved: 'approved it',
  rejected: 'rejected it',
  withdrawn: 'revoked an approval',
} as const;

export const decisionWords = ({ kind, actor }: HistoryEvent['decisions'][number]): string =>
  `${actorWords(actor)} ${verbs[kind]}`;

/** What became of a baseline. */
export function promotionWords({
  branch,
  isTombstone,
  isActive,
  isRevoked,
}: HistoryEvent['promotions'][number]): string {
  const what = isTombstone ? `No longer expected on ${branch}` : `Baseline of ${branch}`;
  if (isRevoked) return `${what}, revoked since`;
  return isActive ? `${what}, current` : `${what}, replaced since`;
}

/** `3 of 40 (8%)`. */
export const shareWords = (part: number, whole: number): string =>
  whole === 0 ? '' : `of ${whole} (${part === 0 ? '0' : Math.max(1, Math.round((part / whole) * 100))}%)`;
