import type { ReviewDiff } from '../../../client/presentReview.js';
import { awaitsYou } from '../decisions/applyDecision.js';

/** Why nothing can be decided about a diff now, as a sentence; null where something can. */
export function obstacleTo(
  {
    isWhole,
    status,
    isAbandoned,
    newerBuild,
    resultsRemovedAt,
    results,
  }: Pick<ReviewDiff, 'isWhole' | 'status' | 'isAbandoned' | 'newerBuild' | 'resultsRemovedAt' | 'results'>,
  mayReview: boolean,
): string | null {
  if (!mayReview) return 'You have the viewer role. Ask an owner for the reviewer role to decide.';
  if (!isWhole) return 'The list is still loading. Decide once it is there.';
  if (status === 'processing') return 'The comparison is still running. Decide once it is complete.';
  if (isAbandoned) return 'The run was never completed. Run it again, then decide.';
  if (status === 'failed') return 'The comparison failed. Compare again, then decide.';
  if (resultsRemovedAt) return 'The results of this build were removed. Run it again, then decide.';
  // A newer build that looks the same does not show again what was approved here.
  if (newerBuild && !results.some(awaitsYou)) return 'This branch has a newer build. Decide there.';
  return null;
}
