import { type Slot, slotKey } from '../slot.js';

/** What decides whether a diff may promote, and where. */
export interface PromotingDiff {
  /** The branches that were named; null for the head branch. */
  targetRefs: string[] | null;
  branch: string | null;
  ephemeral: boolean;
}

/** The branches that an approval promotes to (R13); empty when the head has no branch and none was named. */
export const promotionTargets = ({
  targetRefs,
  branch,
}: Pick<PromotingDiff, 'targetRefs' | 'branch'>): string[] => targetRefs ?? (branch === null ? [] : [branch]);

/** Whether an approval has anywhere to promote to (R13, R19). */
export const canPromote = (diff: PromotingDiff): boolean =>
  !diff.ephemeral && promotionTargets(diff).length > 0;

/**
 * Whether a diff may promote without a person: a command that failed promotes nothing (R18), nor does a commit that is
 * not on the branch it names to the default branch (R41), nor a further comparison of two captures (R63).
 * @param exitCode null when the command reported none
 */
export const mayPromoteItself = (
  diff: PromotingDiff & { isStray: boolean; isFurtherComparison: boolean },
  exitCode: number | null,
): boolean => canPromote(diff) && !diff.isStray && !diff.isFurtherComparison && (exitCode ?? 0) === 0;

/** A promotion of a diff that nobody has revoked; a tombstone has no hash. */
export interface StandingPromotion extends Slot {
  hash: string | null;
}

/**
 * What makes the promotions of a diff those of its approved results: what it promoted before it was computed again stays
 * where that is still approved, and is revoked where it is not (R17).
 * @param mayPromote see {@link mayPromoteItself}
 */
export function planPromotions<Approved extends Slot & { headHash: string | null }>(
  approved: readonly Approved[],
  standing: readonly StandingPromotion[],
  mayPromote: boolean,
): { revoked: StandingPromotion[]; promoted: Approved[] } {
  const wanted = new Map(approved.map((result) => [slotKey(result), result]));
  const isWanted = (entry: StandingPromotion) => wanted.get(slotKey(entry))?.headHash === entry.hash;
  const kept = new Set(standing.filter(isWanted).map(slotKey));
  return {
    revoked: standing.filter((entry) => !isWanted(entry)),
    promoted: mayPromote ? [...wanted.values()].filter((result) => !kept.has(slotKey(result))) : [],
  };
}
