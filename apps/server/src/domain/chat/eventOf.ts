import type { ChatEvent } from '@svc/schema';
import { describeSuite } from '../checks/describeCheckRun.js';
import type { Verdict } from '../checks/judgeSuite.js';

/** What a check comes to, as chats are told; null while it is under way, and where a command crashed. */
export function eventOf(verdicts: readonly Verdict[]): ChatEvent | null {
  const { status, conclusion } = describeSuite(verdicts);
  if (status !== 'completed' || conclusion === null) return null;
  if (conclusion === 'success') return 'passed';
  if (verdicts.some(({ problems }) => problems.some(({ kind }) => kind !== 'crashed')))
    return 'capture-failed';
  const results = verdicts.flatMap(({ reviewable, accessibility }) => [...reviewable, ...accessibility]);
  const isOpen =
    verdicts.some(({ resting }) => resting.length > 0) ||
    results.some(({ approvalStatus, awaits }) => approvalStatus === 'pending' || awaits);
  return isOpen ? 'review-needed' : 'changes-rejected';
}
