import type { CaptureState } from '@svc/schema';

/** A capture without its snapshots. */
export const presentCapture = ({
  id,
  suite,
  status,
  totalSnapshots,
  completedSnapshots,
  failedSnapshots,
  ephemeral,
  branch,
  commit,
  error,
  waitingForBrowser,
}: CaptureState) => ({
  captureId: id,
  suite,
  status,
  totalSnapshots,
  completedSnapshots,
  failedSnapshots,
  ephemeral,
  branch,
  commit,
  error,
  waitingForBrowser,
});
