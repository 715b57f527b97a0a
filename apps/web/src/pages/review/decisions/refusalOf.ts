import type { StaleReason } from '@svc/schema';
import { actorText } from '@svc/schema/actorText';
import type { ReviewDiff, ReviewItem } from '../../../client/presentReview.js';
import { timeAgo } from '../../../ui/TimeAgo.js';
import { countText } from '../../../words/countText.js';
import { slotKey } from '../../../words/slotKey.js';
import { isAsSeen } from './isAsSeen.js';

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
  code: string;
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
export function refusalOf({ code, message, stale, before, saved, fresh }: Refused, now: number): Refusal {
  if (stale) return staleRefusal(stale);
  if (code === 'PROJECT_NOT_FOUND')
    return { message: 'Not saved: the project was removed, or you no longer have access to it.' };
  const ours = new Set(saved.map(slotKey));
  const theirs = before.filter((result) => !ours.has(slotKey(result)));
  const [first, ...others] = fresh ? changedMeanwhile(fresh, theirs) : [];
  if (!first) return { message: `Not saved: ${message}` };
  const more = others.length > 0 ? `, and ${others.length} more changed in the meantime` : '';
  const kept =
    saved.length > 0
      ? `Saved ${countText(saved.length)} of ${countText(before.length)}; the rest stays as it is`
      : 'Not saved';
  return { message: `${kept}: ${meanwhile(first, now)}${more}.`, show: first.is };
}

/** A result as the reviewer saw it, and as it is. */
interface Changed {
  was: ReviewItem;
  is: ReviewItem;
}

/** The results that are decided otherwise by now, or compare other images. */
export function changedMeanwhile(fresh: ReviewDiff, before: readonly ReviewItem[]): Changed[] {
  const now = new Map(fresh.results.map((result) => [slotKey(result), result]));
  return before.flatMap((was) => {
    const is = now.get(slotKey(was));
    return is && !isAsSeen(is, was) ? [{ was, is }] : [];
  });
}

/** The results that still are what the reviewer saw: the same images, and nobody has decided. */
export function unchangedIn(fresh: ReviewDiff, before: readonly ReviewItem[]): ReviewItem[] {
  const now = new Map(fresh.results.map((result) => [slotKey(result), result]));
  return before.filter((was) => {
    const is = now.get(slotKey(was));
    return is !== undefined && isAsSeen(is, was);
  });
}

function meanwhile({ was, is }: Changed, now: number): string {
  const { name, approvalStatus, decidedBy, decidedAt } = is;
  if (approvalStatus === was.approvalStatus) return `"${name}" was compared with another baseline`;
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
