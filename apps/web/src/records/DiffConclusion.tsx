import type { DiffSummary } from '@svc/schema';
import { StatusBadge } from '../ui/StatusBadge.js';

/** How a diff stands, in one badge. */
export function DiffConclusion({
  diff,
}: {
  diff: Pick<DiffSummary, 'status' | 'conclusion' | 'counts' | 'accessibility' | 'awaiting'>;
}) {
  if (diff.status !== 'completed') return <StatusBadge status={diff.status} />;
  if (!diff.conclusion) return <StatusBadge status="completed" word="No verdict" />;
  if (diff.conclusion === 'success') return <StatusBadge status="success" />;
  const { approved, failed } = diff.counts;
  const pending = diff.counts.pending + (diff.accessibility?.pending ?? 0);
  const rejected = diff.counts.rejected + (diff.accessibility?.rejected ?? 0);
  if (pending > 0) return <StatusBadge status="failure" />;
  if (rejected > 0) return <StatusBadge status="rejected" />;
  if (failed > 0) return <StatusBadge status="failed" word="Captures failed" />;
  if (diff.awaiting) return <StatusBadge status="pending" word="Second approval" />;
  // The last approval is on its way: the service has yet to say what it makes of the diff.
  return approved > 0 ? null : <StatusBadge status="failed" word="No snapshots" />;
}
