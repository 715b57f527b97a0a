import { slotKey } from '../../domain/slot.js';
import type { Database } from '../../store/database.js';
import {
  type CarriedRow,
  type CarryScope,
  listOpenReviews,
  type OpenReview,
} from '../../store/diffs/openReviews.js';
import type { HeadView } from '../baselines/HeadView.js';

/**
 * The branch's newest captured results that are undecided or rejected, of what the head has seen, rewritten commits
 * included (R23).
 */
export async function findUnresolved(
  database: Database,
  { sight, isBefore }: HeadView,
  scope: CarryScope,
): Promise<CarriedRow[]> {
  const newest = new Map<string, OpenReview>();
  for (const review of await listOpenReviews(database, scope)) {
    // Of commits that nobody knows, the order of the captures is all that there is.
    const isSeen = sight.isBlind
      ? review.captureId < scope.headCaptureId
      : review.commit !== null && sight.seesRewritten(review.commit);
    if (!isSeen) continue;
    const known = newest.get(slotKey(review));
    const isOlder = known?.commit && review.commit && isBefore(review.commit, known.commit);
    if (!isOlder) newest.set(slotKey(review), review);
  }
  return [...newest.values()];
}
