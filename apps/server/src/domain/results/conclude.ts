import type { Conclusion, DiffCounts, DiffStatus } from '@svc/schema';

/**
 * The conclusion of a diff (R25); null while it is processing, and where a command failed though its images did not.
 * @param counts of results that are to be reviewed; `awaiting`: approved, though by fewer people than have to (R57)
 * @param exitCode of the command that captured; null when it reported none
 * @param isEmpty its session ended without any snapshot, and nobody said that this is fine
 */
export function conclude(
  status: DiffStatus,
  counts: Pick<DiffCounts, 'pending' | 'rejected' | 'failed'> & { awaiting: number },
  exitCode: number | null,
  isEmpty: boolean,
): Conclusion | null {
  if (status === 'processing') return null;
  if (
    status === 'failed' ||
    isEmpty ||
    counts.pending + counts.rejected + counts.failed + counts.awaiting > 0
  )
    return 'failure';
  return (exitCode ?? 0) === 0 ? 'success' : null;
}

/** The conclusion of several diffs together: of a session, or of a commit. */
export function concludeAll(conclusions: readonly (Conclusion | null)[]): Conclusion | null {
  if (conclusions.includes('failure')) return 'failure';
  return conclusions.includes(null) ? null : 'success';
}
