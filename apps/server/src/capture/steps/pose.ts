import { freezeMotion, type Measure, measureShot, posePage, type WantedShot } from '@svc/stabilise';
import { CaptureFailure } from '../CaptureFailure.js';
import type { Doing } from '../Doing.js';
import { inEveryFrame } from '../stage/inEveryFrame.js';
import type { Stage } from '../stage/openStage.js';

const rounds = 3;

export interface PoseOptions {
  ignoreSelectors: string[];
  /** Whether animations that end are put at their end. */
  atEnd: boolean;
  shot: WantedShot;
}

interface Posed {
  /** Animations go on and on; those that are there stay at their start. */
  movesOn: boolean;
  measure: Measure;
}

/** Hides what the image must not show and ends animations; the end of one may begin another. Then measures what is to be shot. */
export async function pose(stage: Stage, options: PoseOptions, doing: Doing): Promise<Posed> {
  doing.now = 'ending animations';
  const poses = await inEveryFrame(stage, posePage, options);
  const [{ dressing, measure }] = poses;
  if (!dressing.ok) {
    throw new CaptureFailure(`ignoreSelectors: ${dressing.badSelector} is not a valid CSS selector`);
  }
  let running: number[] = poses.map((posed) => posed.running);
  for (let round = 1; round < rounds && running.some((count) => count > 0); round += 1) {
    running = await inEveryFrame(stage, freezeMotion, { atEnd: options.atEnd });
  }
  const movesOn = running.some((count) => count > 0);
  if (movesOn) await inEveryFrame(stage, freezeMotion, { atEnd: false });
  // Frames, and what was ended later, may have changed it since.
  const isCurrent = measure !== null && poses.length === 1;
  return { movesOn, measure: isCurrent ? measure : await stage.page.evaluate(measureShot, options.shot) };
}
