import type { RequestedReview } from '@svc/schema';
import { actorText } from '@svc/schema/actorText';
import { DiffList } from '../../records/DiffList.js';

/** What others asked the person to review. */
export function RequestedReviews({ requested }: { requested: readonly RequestedReview[] }) {
  if (requested.length === 0) return null;
  const by = new Map(requested.map(({ diff, requestedBy }) => [diff.id, actorText(requestedBy)]));
  const diffs = new Map(requested.map(({ diff }) => [diff.id, diff]));
  return (
    <div data-testid="requested" className="mb-8">
      <DiffList
        hasProjects
        diffs={[...diffs.values()]}
        title="Requested from you"
        noteOf={({ id }) => `Requested by ${by.get(id)}`}
      />
    </div>
  );
}
