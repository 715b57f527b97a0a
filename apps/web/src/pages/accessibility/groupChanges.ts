import type { AccessibilityChange } from '@svc/schema';

/** Equal changes, in whichever snapshots they are, to be looked at and decided together. */
export interface ChangeGroup {
  key: string;
  /** One of them, which speaks for all. */
  change: AccessibilityChange;
  changes: readonly AccessibilityChange[];
}

/** Changes with the same findings and the same decision, in the order of the first of each: what is pending comes first. */
export function groupChanges(changes: readonly AccessibilityChange[]): ChangeGroup[] {
  const groups = new Map<string, AccessibilityChange[]>();
  for (const change of changes) {
    const key = keyOf(change);
    const group = groups.get(key);
    if (group) group.push(change);
    else groups.set(key, [change]);
  }
  return [...groups]
    .flatMap(([key, group]) => (group[0] ? [{ key, change: group[0], changes: group }] : []))
    .sort((one, other) => rank(one.change) - rank(other.change));
}

function keyOf({ findings, total, isPartial, isReviewable, approvalStatus, decidedBy }: AccessibilityChange) {
  const signatures = findings.map(({ signature }) => signature).sort();
  return JSON.stringify([signatures, total, isPartial, isReviewable, approvalStatus, decidedBy]);
}

const rank = ({ isReviewable, approvalStatus }: AccessibilityChange): number =>
  !isReviewable ? 3 : ['pending', 'rejected', 'approved'].indexOf(approvalStatus);
