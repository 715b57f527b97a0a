import type { ApprovalStatus } from '@svc/schema';
import type { ReviewDiff } from '../../../client/presentReview.js';
import { unsentKey } from '../../../client/unsentKeys.js';
import { slotKey } from '../../../words/slotKey.js';
import type { Decision, MadeDecision } from './applyDecision.js';
import { isAsSeen, type Seen } from './isAsSeen.js';

/** A decision whose sender's session had ended, until they sign in again in the same tab. */
export interface Unsent {
  /** Who decided: nobody else's session may send it. */
  person: string;
  to: ApprovalStatus;
  note?: string | undefined;
  /** What was decided about, as it was seen. */
  seen: readonly (Seen & { slot: string })[];
}

/** Where they are kept: `sessionStorage`, which ends with the tab. */
export type Shelf = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export function keepUnsent(
  shelf: Shelf,
  diffId: string,
  person: string,
  { to, before, note }: MadeDecision,
): void {
  const seen = before.map(({ approvalStatus, headHash, baselineHash, ...slot }) => ({
    slot: slotKey(slot),
    approvalStatus,
    headHash,
    baselineHash,
  }));
  shelf.setItem(unsentKey(diffId), JSON.stringify([...read(shelf, diffId), { person, to, note, seen }]));
}

/** Takes what a person decided about a diff; what others did is forgotten. */
export function takeUnsent(shelf: Shelf, diffId: string, person: string): Unsent[] {
  const kept = read(shelf, diffId);
  shelf.removeItem(unsentKey(diffId));
  return kept.filter((one) => one.person === person);
}

/** What of it can still be sent: results that look as they did, about which nobody has decided since. */
export function revive({ to, note, seen }: Unsent, diff: ReviewDiff): Decision {
  const bySlot = new Map(seen.map((one) => [one.slot, one]));
  const slots = diff.results.filter((result) => {
    const then = bySlot.get(slotKey(result));
    return then !== undefined && isAsSeen(result, then);
  });
  return { to, about: { slots }, note };
}

function read(shelf: Shelf, diffId: string): Unsent[] {
  const text = shelf.getItem(unsentKey(diffId));
  return text === null ? [] : (JSON.parse(text) as Unsent[]);
}
