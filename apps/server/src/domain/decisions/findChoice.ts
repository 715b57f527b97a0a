import type { Look } from '../baselines/Entry.js';
import type { Sight } from '../commits/Sight.js';

/** A decision about a slot that stands. */
export interface Decision {
  /** Later ones have larger ones. */
  id: number;
  /** `withdrawn`: an approval that was remembered from elsewhere was taken back here. */
  kind: 'approved' | 'rejected' | 'withdrawn';
  diffId: string;
  branch: string | null;
  /** The branches that it promoted to. */
  targets: readonly string[];
  /** The commit that was decided about. */
  commit: string | null;
  /** What its head had seen. */
  sight: Pick<Sight, 'sees'>;
  /** Whether a person looked; otherwise the run approved itself (R18). */
  isPersons: boolean;
  actor: string;
  madeAt: Date;
  base: Look;
  head: Look;
  /** What the target had for the head. */
  target: Look;
}

/** An entry of any branch, as far as choices are concerned. */
export interface AcceptedLook {
  look: Look;
  /** Look of its root; undefined where it has none. */
  root: Look | undefined;
  places: readonly string[];
  /** The decision of another diff that it was promoted for. */
  remembers: number | null;
}

/** The build that asks. */
export interface AskingHead {
  branch: string | null;
  sight: Pick<Sight, 'sees'>;
}

/** Which look a decision was for. */
export const chosenLook = ({ kind, base, head }: Decision): Look => (kind === 'approved' ? head : base);

/**
 * Whether the decision was made over a look (R16): a rejection over the image that it rejects; an approval over its base,
 * over what the target had, and over every look and root that is accepted at a commit which its head had seen.
 */
export function isOver(decision: Decision, look: Look, accepted: readonly AcceptedLook[]): boolean {
  if (decision.kind !== 'approved') return look === decision.head;
  if (look === decision.head) return false;
  if (look === decision.base || look === decision.target) return true;
  return accepted.some(
    (entry) => (entry.look === look || entry.root === look) && entry.places.some(decision.sight.sees),
  );
}

/**
 * The newest standing choice between two looks of a slot that counts for a build (R16).
 * @param decisions about the slot, those that are revoked left out; newest first
 * @param accepted entries of the slot on all branches
 * @param between.wanted the look that the build has; one that was chosen counts for it, one that was only not rejected does
 *   not
 * @param between.isLocal leaves out what was chosen on branches of which the head knows nothing, on either side: an unmerged
 *   line never changes the base of another one
 */
export function findChoice(
  { branch, sight }: AskingHead,
  { from, wanted, isLocal = false }: { from: Look; wanted: Look; isLocal?: boolean },
  decisions: readonly Decision[],
  accepted: readonly AcceptedLook[],
): Decision | null {
  const isNear = (decision: Decision) => decision.branch === branch || hasReached(decision, sight, accepted);
  const counts = (decision: Decision): boolean => {
    if (!decision.isPersons && (branch === null || !decision.targets.includes(branch))) return false;
    const chosen = chosenLook(decision);
    if (chosen === wanted && decision.kind === 'approved')
      return isOver(decision, from, accepted) && (!isLocal || isNear(decision));
    return chosen === from && isOver(decision, wanted, accepted) && isNear(decision);
  };
  return decisions.find(counts) ?? null;
}

/** Whether a head knows of a decision elsewhere: it has seen its commit, or an entry that remembers it. */
const hasReached = (
  { id, commit }: Decision,
  sight: AskingHead['sight'],
  accepted: readonly AcceptedLook[],
): boolean =>
  (commit !== null && sight.sees(commit)) ||
  accepted.some((entry) => entry.remembers === id && entry.places.some(sight.sees));
