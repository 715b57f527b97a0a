import { slotKey } from '../../domain/slot.js';
import type { Database } from '../../store/database.js';
import {
  type CarriedRow,
  type CarryScope,
  listOpenReviews,
  type OpenReview,
} from '../../store/diffs/openReviews.js';
import type { HeadView } from '../baselines/HeadView.js';
import { isBehind, isEnded } from './isBehind.js';

/**
 * The branch's newest captured results that are undecided or rejected, of what the head has seen, and of earlier builds
 * whose commits are rewritten in it (R23).
 */
export async function findUnresolved(
  database: Database,
  view: HeadView,
  scope: CarryScope,
): Promise<CarriedRow[]> {
  const newest = new Map<string, OpenReview>();
  for (const review of await listOpenReviews(database, scope)) {
    if (!isBehind(view, scope, review) || isEnded(view, scope, review)) continue;
    const known = newest.get(slotKey(review));
    if (!known || !isOlder(view, review, known)) newest.set(slotKey(review), review);
  }
  return [...newest.values()];
}

/** Whether of two builds that the head follows the first is the older one, though it ended later. */
function isOlder({ graph, isBefore }: HeadView, one: OpenReview, other: OpenReview): boolean {
  if (one.commit === null || other.commit === null) return false;
  if (isBefore(one.commit, other.commit)) return true;
  return one.captureId < other.captureId && graph.isRewrittenIn(one.commit, other.commit);
}
