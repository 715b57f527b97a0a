import type { ApprovalStatus } from '@svc/schema';
import { baselineSource } from '../baselines/resolveBaseline.js';
import { type Slot, slotKey, slotOf } from '../slot.js';

/** An earlier decision about the same slot, base image, head image and settings. */
export interface EarlierDecision {
  kind: 'approved' | 'rejected' | 'withdrawn';
  diffId: string;
  branch: string | null;
  persistent: boolean;
  actor: string;
}

export interface Remembered {
  approvalStatus: ApprovalStatus;
  /** The diff whose approval was remembered, when it is another one. */
  fromDiffId: string | null;
  actor: string | null;
}

/**
 * How a reviewable result is born (R15, R16, R17).
 * @param decisions unrevoked decisions about the transition, newest first
 */
export function rememberDecision(
  decisions: readonly EarlierDecision[],
  now: { diffId: string; branch: string | null; approvalMemory: boolean },
): Remembered {
  const pending: Remembered = { approvalStatus: 'pending', fromDiffId: null, actor: null };
  const own = decisions.find((decision) => decision.diffId === now.diffId);
  if (own) {
    if (own.kind === 'withdrawn') return pending;
    return { approvalStatus: own.kind, fromDiffId: null, actor: own.actor };
  }
  const newest = decisions.find((decision) => decision.persistent);
  if (!newest) return pending;
  if (newest.kind === 'rejected') {
    return newest.branch === now.branch
      ? { approvalStatus: 'rejected', fromDiffId: newest.diffId, actor: newest.actor }
      : pending;
  }
  if (newest.kind === 'approved' && now.approvalMemory) {
    return { approvalStatus: 'approved', fromDiffId: newest.diffId, actor: newest.actor };
  }
  return pending;
}

/** A reviewable result that is being born. */
export interface NewbornResult extends Slot {
  /** R9. */
  baseOrigin: string | null;
}

/** What is decided about a slot of a diff. */
export interface ResultDecision extends Slot {
  approvalStatus: ApprovalStatus;
  /** R9. */
  baselineSource: string | null;
  decidedBy: string | null;
}

/**
 * The decisions that results are born with, by slot (R15 to R17); those that are born pending are left out.
 * @param earlier unrevoked decisions about the same transitions, newest first
 */
export function decisionsAtBirth(
  diff: { id: string; branch: string | null; approvalMemory: boolean },
  results: readonly NewbornResult[],
  earlier: readonly (Slot & EarlierDecision)[],
): Map<string, ResultDecision> {
  const known = new Map<string, EarlierDecision[]>();
  for (const decision of earlier) {
    const ofSlot = known.get(slotKey(decision));
    if (ofSlot) ofSlot.push(decision);
    else known.set(slotKey(decision), [decision]);
  }
  const decisions = results.flatMap((result): ResultDecision[] => {
    const { approvalStatus, fromDiffId, actor } = rememberDecision(known.get(slotKey(result)) ?? [], {
      ...diff,
      diffId: diff.id,
    });
    if (approvalStatus === 'pending') return [];
    const isRemembered = approvalStatus === 'approved' && fromDiffId !== null;
    return [
      {
        ...slotOf(result),
        approvalStatus,
        baselineSource: isRemembered ? baselineSource.approval(fromDiffId) : result.baseOrigin,
        decidedBy: actor,
      },
    ];
  });
  return new Map(decisions.map((decision) => [slotKey(decision), decision]));
}
