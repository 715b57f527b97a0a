import type { ApprovalStatus } from '@svc/schema';
import type { Look } from '../baselines/Entry.js';
import { type AcceptedLook, type AskingHead, type Decision, findChoice } from './findChoice.js';

/** How a reviewable result is born (R15, R16). */
export interface Birth {
  approvalStatus: ApprovalStatus;
  /** The decision that was remembered. */
  decision: Decision | null;
  /** The newest choice was for the look that it had: it came back, or was taken back, without anybody's decision. */
  isFlip: boolean;
}

/**
 * Looks for what was decided about a change before.
 * @param decisions about the slot, those that are revoked left out; newest first
 * @param remembers whether approvals elsewhere count: the project remembers them, and the run may promote
 */
export function decideAtBirth(
  asking: AskingHead,
  change: { base: Look; head: Look },
  decisions: readonly Decision[],
  accepted: readonly AcceptedLook[],
  remembers: boolean,
): Birth {
  const here = decisions.find(
    ({ branch, base, head }) => branch === asking.branch && base === change.base && head === change.head,
  );
  if (here?.kind === 'rejected') return { approvalStatus: 'rejected', decision: here, isFlip: false };
  const choice = remembers
    ? findChoice(asking, { from: change.base, wanted: change.head }, decisions, accepted)
    : null;
  if (choice?.kind === 'approved' && choice.head === change.head)
    return { approvalStatus: 'approved', decision: choice, isFlip: false };
  return { approvalStatus: 'pending', decision: null, isFlip: choice !== null };
}
