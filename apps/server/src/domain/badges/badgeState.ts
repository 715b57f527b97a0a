import { describeSuite } from '../checks/describeCheckRun.js';
import type { Verdict } from '../checks/judgeSuite.js';

/** What a badge says: `pending` while a build is under way, or while nothing but a decision is missing. */
export type BadgeState = 'passing' | 'pending' | 'failed' | 'unknown';

/**
 * What the newest build of a suite and branch comes to.
 * @param verdicts of that suite and branch, whatever the target
 */
export function badgeState(verdicts: readonly Verdict[]): BadgeState {
  if (verdicts.length === 0) return 'unknown';
  const { status, conclusion } = describeSuite(verdicts);
  if (status === 'in_progress') return 'pending';
  if (conclusion === 'success') return 'passing';
  const hasProblem = verdicts.some(({ problems }) => problems.length > 0);
  const isRejected = verdicts
    .flatMap(({ reviewable, accessibility }) => [...reviewable, ...accessibility])
    .some(({ approvalStatus }) => approvalStatus === 'rejected');
  return conclusion === null || hasProblem || isRejected ? 'failed' : 'pending';
}
