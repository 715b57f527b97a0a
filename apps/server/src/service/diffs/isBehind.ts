import type { ReviewEnd } from '../../store/columnTypes.js';
import type { HeadView } from '../baselines/HeadView.js';

/**
 * Whether a build of the branch comes before the head: the head has seen its commit, or holds a rewritten one of it and was
 * begun later. The build of a commit that was amended is not behind the build from before (R23).
 */
export function isBehind(
  { sight }: Pick<HeadView, 'sight'>,
  head: { headCaptureId: string },
  build: { captureId: string; commit: string | null },
): boolean {
  const isEarlier = build.captureId < head.headCaptureId;
  // Of commits that nobody knows, the order of the captures is all that there is.
  if (sight.isBlind) return isEarlier;
  if (build.commit === null) return false;
  return sight.sees(build.commit) || (isEarlier && sight.seesRewritten(build.commit));
}

/** Whether a build that captured the slot after a review comes before the head, too. */
export const isEnded = (
  view: Pick<HeadView, 'sight'>,
  head: { headCaptureId: string },
  { ends }: { ends: readonly ReviewEnd[] },
): boolean => ends.some(({ capture: captureId, commit }) => isBehind(view, head, { captureId, commit }));
