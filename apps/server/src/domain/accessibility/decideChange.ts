import type { A11yMode, ApprovalStatus } from '@svc/schema';

/** A decision about the same change of the same slot. */
export interface EarlierDecision {
  approvalStatus: ApprovalStatus;
  decidedBy: string | null;
  decidedAt: Date | null;
  decidedIn: string | null;
  diffId: string;
  branch: string | null;
}

export interface ChangeAtBirth {
  mode: A11yMode;
  branch: string | null;
  autoApproves: boolean;
  /** Whether the project remembers approvals (R16). */
  remembers: boolean;
  /** What was decided about this very comparison before it was made again (R17). */
  own: EarlierDecision | undefined;
  /** Decisions about the same change elsewhere. */
  alike: readonly EarlierDecision[];
  /** The diffs of the builds that the head has seen. */
  seenDiffs: ReadonlySet<string>;
}

export type BornDecision = Omit<EarlierDecision, 'diffId' | 'branch'>;

const undecided = { decidedBy: null, decidedAt: null, decidedIn: null };

/**
 * What an accessibility change is born as (R54): approved where nobody reviews, or where a person approved the same change of the
 * slot last; unless a build that the head has seen took it in already, so that it was undone and is here again. A rejection sticks
 * to its branch.
 */
export function decideChange(change: ChangeAtBirth): BornDecision {
  const { mode, branch, own, alike, seenDiffs } = change;
  if (mode !== 'review') return { approvalStatus: 'approved', ...undecided };
  if (own && own.approvalStatus !== 'pending') return decisionOf(own);
  if (change.autoApproves) return { approvalStatus: 'approved', ...undecided };
  const wasTaken = alike.some(
    ({ approvalStatus, diffId }) => approvalStatus === 'approved' && seenDiffs.has(diffId),
  );
  const newest = alike
    .filter(({ decidedAt, decidedIn, diffId }) => decidedAt !== null && decidedIn === diffId)
    .sort((one, other) => (other.decidedAt?.getTime() ?? 0) - (one.decidedAt?.getTime() ?? 0))[0];
  const isRemembered = change.remembers && newest?.approvalStatus === 'approved' && !wasTaken;
  const isRejectedHere = newest?.approvalStatus === 'rejected' && newest.branch === branch;
  return newest && (isRemembered || isRejectedHere)
    ? decisionOf(newest)
    : { approvalStatus: 'pending', ...undecided };
}

const decisionOf = ({ approvalStatus, decidedBy, decidedAt, decidedIn }: EarlierDecision): BornDecision => ({
  approvalStatus,
  decidedBy,
  decidedAt,
  decidedIn,
});
