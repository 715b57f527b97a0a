import type {} from './DocumentKit.js';
import type { LoadingParts, Quiet, Rest } from './PageSteps.js';

export interface Held extends Rest {
  loading: LoadingParts;
}

/**
 * Waits until the document holds still, then tells what it is still loading. Time-outs of more than `longestTimerMs` are not
 * called from now on.
 */
export async function holdStill(quiet: Quiet & { longestTimerMs: number }): Promise<Held> {
  const kit = window.svcDocumentKit;
  kit.holdTimers(quiet.longestTimerMs);
  kit.openPickers();
  kit.goOn();
  const rest = await kit.awaitRest(quiet);
  return { ...rest, loading: await kit.steps.loadingParts() };
}
