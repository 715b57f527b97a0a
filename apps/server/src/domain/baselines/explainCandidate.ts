import type { ResolvedReason } from './resolveBase.js';

/** What is known of a baseline that a result could have been compared with. */
export interface CandidateFacts {
  line: 'own' | 'target' | 'default';
  ref: string;
  /** The head has seen a commit at which it stands. */
  isSeen: boolean;
  /** The newest build of the branch that the head has seen compared with it. */
  isAccepted: boolean;
  isChosen: boolean;
  /** No commit is known at which it was approved. */
  isLost: boolean;
}

/** Why a baseline is the base of a result, or is not, in one sentence. */
export function explainCandidate(
  { line, ref, isSeen, isAccepted, isChosen, isLost }: CandidateFacts,
  reason: ResolvedReason,
): string {
  if (isChosen) {
    if (reason === 'history-unknown') return 'a guess: the history of the commit is not fully known';
    if (line === 'own') return `the newest baseline of ${ref} itself that the commit contains`;
    return isAccepted
      ? `the baseline of the newest build of ${ref} in the history of the commit`
      : `the newest baseline of ${ref} in the history of the commit`;
  }
  if (isLost) return 'the commit of its approval is not known';
  if (!isSeen && !isAccepted) {
    return line === 'own'
      ? 'its commit is no longer in the history: rebased, amended, dropped, or of an earlier branch with this name'
      : `it was approved on ${ref} at a commit that is not in the history of this one`;
  }
  if (line === 'own' && reason === 'target-moved')
    return 'it was approved over an older baseline of the target, or another image was chosen since';
  if (line === 'default') return 'the target branch has its own baseline';
  return reason === 'own-approved' && line !== 'own'
    ? 'an approval on the branch itself replaces it'
    : 'a newer baseline replaces it';
}
