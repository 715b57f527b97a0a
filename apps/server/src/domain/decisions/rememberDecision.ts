import type { ApprovalStatus } from '@svc/schema';

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
