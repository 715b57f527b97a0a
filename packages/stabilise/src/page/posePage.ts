import type {} from './DocumentKit.js';
import type { Dressing, Frozen, Measure, WantedShot } from './PageSteps.js';

export interface Pose {
  dressing: Dressing;
  frozen: Frozen;
  /** What to shoot; null where an animation that began then may change it. */
  measure: Measure | null;
}

/** Hides what the image must not show, then ends what moves: what is hidden may fade. Then measures what is to be shot. */
export async function posePage({
  ignoreSelectors,
  atEnd,
  shot,
}: {
  ignoreSelectors: string[];
  atEnd: boolean;
  shot: WantedShot;
}): Promise<Pose> {
  const { clock, steps } = window.svcDocumentKit;
  const { dressPage, freezeMotion, measureShot, paintAnew } = steps;
  const dressing = dressPage(ignoreSelectors);
  if (!dressing.ok) return { dressing, frozen: { running: 0, late: null }, measure: null };
  const frozen = await freezeMotion({ atEnd, ...(clock === null && { isPaintedAnew: paintAnew() }) });
  return { dressing, frozen, measure: frozen.running === 0 ? measureShot(shot) : null };
}
