import type { ApprovalStatus, DiffCounts } from '@svc/schema';
import type { ReviewDiff, ReviewItem } from '../../../client/presentReview.js';
import { slotKey } from '../../../words/slotKey.js';
import { isIgnoredNow } from '../ignoring/isIgnoredNow.js';
import { isReviewable } from '../list/filterResults.js';

export type Verdict = Exclude<ApprovalStatus, 'pending'>;

/** A decision on some slots, or on every pending result that is not ignored (null). */
export interface Decision {
  to: ApprovalStatus;
  about: { slots: readonly ReviewItem[] } | null;
  /** Of a rejection: why. Slots that are rejected already get it as well. */
  note?: string | undefined;
}

/** A decision that was made on this page. */
export interface MadeDecision {
  to: ApprovalStatus;
  /** The results as they were before it. */
  before: readonly ReviewItem[];
  note?: string | undefined;
}

/** The results that a decision changes. */
export function affectedBy(diff: ReviewDiff, { to, about, note }: Decision): ReviewItem[] {
  if (about === null) return diff.results.filter(isWaiting);
  const slots = new Set(about.slots.map(slotKey));
  return diff.results.filter(
    (result) =>
      isReviewable(result) &&
      (!isSettled(result, to) || (note !== undefined && result.note !== note)) &&
      slots.has(slotKey(result)),
  );
}

/** The diff as it will be once the server agrees. */
export function applyDecision(diff: ReviewDiff, decision: Decision): ReviewDiff {
  const affected = new Set(affectedBy(diff, decision));
  return withResults(diff, (result) => (affected.has(result) ? decide(result, decision) : result));
}

function decide(result: ReviewItem, { to, note }: Decision): ReviewItem {
  const { approvals } = result;
  if (to === 'approved' && approvals && awaitsYou(result)) {
    return { ...result, approvals: { ...approvals, given: approvals.given + 1, mine: true } };
  }
  const undecided = { decidedBy: null, decidedAt: null, mine: false, approvals: null };
  return { ...result, ...undecided, approvalStatus: to, note: note ?? null };
}

/** Puts these results back to what they were. */
export function restoreResults(diff: ReviewDiff, before: readonly ReviewItem[]): ReviewDiff {
  const old = new Map(before.map((result) => [slotKey(result), result]));
  return withResults(diff, (result) => old.get(slotKey(result)) ?? result);
}

/**
 * What taking a decision back is about, as it was before: not what somebody else has decided, be it the same, nor what somebody
 * else had approved before, which would end their approval too.
 */
export function revertible(diff: ReviewDiff, { to, before }: MadeDecision): ReviewItem[] {
  const now = new Map(diff.results.map((result) => [slotKey(result), result]));
  // Until the server has said who decided, it is this page.
  const isOwn = ({ decidedBy, mine }: ReviewItem) => decidedBy === null || mine;
  return before.filter((old) => {
    const is = now.get(slotKey(old));
    return (
      is?.approvalStatus === to && isOwn(is) && !(to === 'approved' && old.approvalStatus === 'approved')
    );
  });
}

/** The decisions that bring these results back to what they were. */
export function inverseOf(before: readonly ReviewItem[]): Decision[] {
  const statuses = ['pending', 'approved', 'rejected'] as const;
  return statuses.flatMap((to) => {
    const slots = before.filter((result) => result.approvalStatus === to);
    const notes = [...new Set(slots.map(({ note }) => note))];
    return notes.map((note) => ({
      to,
      about: { slots: slots.filter((result) => result.note === note) },
      note: note ?? undefined,
    }));
  });
}

/** What is ignored for now waits for nobody. */
export const isWaiting = (result: ReviewItem): boolean => isPending(result) && !isIgnoredNow(result);

/** Whether the person who looks can still decide about it, or add an approval. */
export const isPending = (result: ReviewItem): boolean =>
  isReviewable(result) && (result.approvalStatus === 'pending' || awaitsYou(result));

/** Approved, though not by as many people as have to. */
export const isAwaiting = ({ approvalStatus, approvals }: ReviewItem): boolean =>
  approvalStatus === 'approved' && approvals !== null && approvals.given < approvals.required;

/** The same, and the person who looks has not approved it yet. */
export const awaitsYou = (result: ReviewItem): boolean =>
  isAwaiting(result) && result.approvals?.mine === false;

/** Whether deciding so would change nothing. */
export const isSettled = (result: ReviewItem, to: ApprovalStatus): boolean =>
  result.approvalStatus === to && !(to === 'approved' && awaitsYou(result));

function withResults(diff: ReviewDiff, change: (result: ReviewItem) => ReviewItem): ReviewDiff {
  const results = diff.results.map(change);
  return { ...diff, results, counts: { ...diff.counts, ...countDecisions(results) } };
}

function countDecisions(
  results: readonly ReviewItem[],
): Pick<DiffCounts, 'pending' | 'approved' | 'rejected'> {
  const counts = { pending: 0, approved: 0, rejected: 0 };
  for (const result of results) if (isReviewable(result)) counts[result.approvalStatus]++;
  return counts;
}
