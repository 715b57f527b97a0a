import type { Conclusion, DiffCounts, DiffStatus } from '@svc/schema';

/**
 * Whether results of a diff keep it from being green.
 * @param counts `awaiting`: approved, though by fewer people than have to (R57)
 */
export const isOpen = ({
  pending,
  rejected,
  failed,
  awaiting,
}: Pick<DiffCounts, 'pending' | 'rejected' | 'failed'> & { awaiting: number }): boolean =>
  pending + rejected + failed + awaiting > 0;

/**
 * The conclusion of a diff (R25); null while it is processing, and where a command failed though its images did not.
 * @param open as {@link isOpen} tells of the results that are to be reviewed
 * @param exitCode of the command that captured; null when it reported none
 * @param isEmpty its session ended without any snapshot, and nobody said that this is fine
 */
export function conclude(
  status: DiffStatus,
  open: boolean,
  exitCode: number | null,
  isEmpty: boolean,
): Conclusion | null {
  if (status === 'processing') return null;
  if (status === 'failed' || isEmpty || open) return 'failure';
  return (exitCode ?? 0) === 0 ? 'success' : null;
}

/** The conclusion of several diffs together: of a session, or of a commit. */
export function concludeAll(conclusions: readonly (Conclusion | null)[]): Conclusion | null {
  if (conclusions.includes('failure')) return 'failure';
  return conclusions.includes(null) ? null : 'success';
}
