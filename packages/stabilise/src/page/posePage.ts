import type {} from './DocumentKit.js';
import type { Dressing } from './PageSteps.js';

export interface Pose {
  dressing: Dressing;
  /** How many animations were still running. */
  running: number;
}

/** Hides what the image must not show, then ends what moves: what is hidden may fade. */
export async function posePage({
  ignoreSelectors,
  atEnd,
}: {
  ignoreSelectors: string[];
  atEnd: boolean;
}): Promise<Pose> {
  const { dressPage, freezeMotion } = window.svcDocumentKit.steps;
  const dressing = dressPage(ignoreSelectors);
  return { dressing, running: dressing.ok ? await freezeMotion({ atEnd }) : 0 };
}
