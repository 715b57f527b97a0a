import type { CaptureStatus } from '@svc/schema';

/** What is known of a capture when it ends. */
export interface EndingCapture {
  /** It would have grown with further uploads: nobody said beforehand what there is to capture. */
  open: boolean;
  totalSnapshots: number;
  completedSnapshots: number;
}

/**
 * How a capture ends: it has failed when nothing was captured (R27), and when its client went away without having said
 * what there would be, since nobody knows what is missing then (R48).
 */
export function endOfCapture(
  { open, totalSnapshots, completedSnapshots }: EndingCapture,
  isAbandoned: boolean,
): Extract<CaptureStatus, 'completed' | 'failed'> {
  if (isAbandoned) return open || completedSnapshots === 0 ? 'failed' : 'completed';
  return completedSnapshots > 0 || totalSnapshots === 0 ? 'completed' : 'failed';
}
