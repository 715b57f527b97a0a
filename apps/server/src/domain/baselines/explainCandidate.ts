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
    if (reason === 'history-unknown')
      return 'taken by guess: the history of the commit is not known far enough';
    if (line === 'own') return `the newest that was approved on ${ref} itself and that the commit contains`;
    return isAccepted
      ? `what the newest build of ${ref} in the history of the commit stands on`
      : `the newest of ${ref} whose commit is in the history of the commit`;
  }
  if (isLost) return 'nobody said at which commit it was approved';
  if (!isSeen && !isAccepted) {
    return line === 'own'
      ? 'its commit is not in the history any more: rebased, amended, dropped, or of a branch that had this name before'
      : `${ref} approved it at a commit that is not in the history of this one`;
  }
  if (line === 'own' && reason === 'target-moved')
    return 'it answered an older baseline of the target, or was decided against since';
  if (line === 'default') return 'the target branch has a baseline of its own';
  return reason === 'own-approved' && line !== 'own'
    ? 'what was approved on the branch itself answers it'
    : 'a newer one comes before it';
}
