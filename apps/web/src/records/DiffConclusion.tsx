import type { DiffSummary } from '@svc/schema';
import { StatusBadge } from '../ui/StatusBadge.js';

/** How a diff stands, in one badge. */
export function DiffConclusion({ diff }: { diff: Pick<DiffSummary, 'status' | 'conclusion' | 'counts'> }) {
  if (diff.status !== 'completed') return <StatusBadge status={diff.status} />;
  if (!diff.conclusion) return <StatusBadge status="completed" word="No verdict" />;
  if (diff.conclusion === 'success') return <StatusBadge status="success" />;
  const { pending, rejected } = diff.counts;
  if (pending > 0) return <StatusBadge status="failure" />;
  return rejected > 0 ? (
    <StatusBadge status="rejected" />
  ) : (
    <StatusBadge status="failed" word="Captures failed" />
  );
}
