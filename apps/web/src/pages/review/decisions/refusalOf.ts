import type { StaleReason } from '@svc/schema';
import { actorText } from '@svc/schema/actorText';
import type { ReviewDiff, ReviewItem } from '../../../client/presentReview.js';
import { timeAgo } from '../../../ui/TimeAgo.js';
import { countText } from '../../../words/countText.js';
import { slotKey } from '../../../words/slotKey.js';

/** Why a decision was not saved, or not all of it, and what to do about that. */
export interface Refusal {
  message: string;
  /** The diff in which to decide instead. */
  openDiff?: string;
  /** Comparing again answers it. */
  reDiff?: true;
  /** The result that somebody else decided about. */
  show?: ReviewItem;
}

/** A decision on some results that the service refused. */
export interface Refused {
  message: string;
  /** Why the decision came too late; null where it was refused for another reason. */
  stale: StaleReason | null;
  before: readonly ReviewItem[];
  /** Those of them that were saved nevertheless. */
  saved: readonly ReviewItem[];
  /** The diff as it is by now; null where it could not be read. */
  fresh: ReviewDiff | null;
}

/** @param now milliseconds since 1970 */
export function refusalOf({ message, stale, before, saved, fresh }: Refused, now: number): Refusal {
  if (stale) return staleRefusal(stale);
  const ours = new Set(saved.map(slotKey));
  const theirs = before.filter((result) => !ours.has(slotKey(result)));
  const [first, ...others] = fresh ? decidedMeanwhile(fresh, theirs) : [];
  if (!first) return { message: `Not saved: ${message}` };
  const more = others.length > 0 ? `, and ${others.length} more were decided in the meantime` : '';
  const kept =
    saved.length > 0
      ? `Saved ${countText(saved.length)} of ${countText(before.length)}; the rest stays as it is`
      : 'Not saved';
  return { message: `${kept}: ${meanwhile(first, now)}${more}.`, show: first };
}

/** The results that are decided otherwise by now, as they are. */
export function decidedMeanwhile(fresh: ReviewDiff, before: readonly ReviewItem[]): ReviewItem[] {
  const now = new Map(fresh.results.map((result) => [slotKey(result), result]));
  return before.flatMap((old) => {
    const result = now.get(slotKey(old));
    return result && result.approvalStatus !== old.approvalStatus ? [result] : [];
  });
}

/** The results that still are what the reviewer saw: the same images, and nobody has decided. */
export function unchangedIn(fresh: ReviewDiff, before: readonly ReviewItem[]): ReviewItem[] {
  const now = new Map(fresh.results.map((result) => [slotKey(result), result]));
  return before.filter((old) => {
    const result = now.get(slotKey(old));
    return (
      result?.approvalStatus === old.approvalStatus &&
      result.headHash === old.headHash &&
      result.baselineHash === old.baselineHash
    );
  });
}

function meanwhile({ name, approvalStatus, decidedBy, decidedAt }: ReviewItem, now: number): string {
  if (approvalStatus === 'pending' || decidedBy === null)
    return `"${name}" was set back to ${approvalStatus}`;
  const when = decidedAt === null ? '' : ` ${timeAgo(now - Date.parse(decidedAt))}`;
  return `${actorText(decidedBy)} ${approvalStatus} "${name}"${when}`;
}

function staleRefusal({ snapshot, newerDiffId }: StaleReason): Refusal {
  if (newerDiffId !== null) {
    return {
      message: `Not saved: "${snapshot}" looks different in a newer build of this branch. Decide there.`,
      openDiff: newerDiffId,
    };
  }
  return {
    message: `Not saved: the baseline of "${snapshot}" has changed. Compare again, then decide.`,
    reDiff: true,
  };
}
