import type {} from './DocumentKit.js';
import type { LoadingParts, Quiet } from './PageSteps.js';

export interface Held {
  /** It still paints by frames. */
  paints: boolean;
  loading: LoadingParts;
}

/** Waits until the document holds still, then tells what it is still loading. */
export async function holdStill(quiet: Quiet): Promise<Held> {
  const { awaitQuiet, loadingParts } = window.svcDocumentKit.steps;
  const paints = await awaitQuiet(quiet);
  return { paints, loading: await loadingParts() };
}
