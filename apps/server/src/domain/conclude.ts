import type { Conclusion, DiffCounts, DiffStatus } from '@svc/schema';

/** The conclusion of a diff (R25); null while it is processing. */
export function conclude(status: DiffStatus, counts: DiffCounts): Conclusion | null {
  if (status === 'processing') return null;
  if (status === 'failed') return 'failure';
  return counts.pending + counts.rejected + counts.failed > 0 ? 'failure' : 'success';
}
