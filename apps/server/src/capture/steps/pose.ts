import { freezeMotion, posePage } from '@svc/stabilise';
import { CaptureFailure } from '../CaptureFailure.js';
import type { Doing } from '../Doing.js';
import { inEveryFrame } from '../stage/inEveryFrame.js';
import type { Stage } from '../stage/openStage.js';

const rounds = 3;

export interface PoseOptions {
  ignoreSelectors: string[];
  /** Whether animations that end are put at their end. */
  atEnd: boolean;
}

/**
 * Hides what the image must not show and ends animations; the end of one may begin another.
 * @returns whether they go on and on; then those that are there stay at their start
 */
export async function pose(stage: Stage, options: PoseOptions, doing: Doing): Promise<boolean> {
  doing.now = 'ending animations';
  const poses = await inEveryFrame(stage, posePage, options);
  const [{ dressing }] = poses;
  if (!dressing.ok) {
    throw new CaptureFailure(`ignoreSelectors: ${dressing.badSelector} is not a valid CSS selector`);
  }
  let running: number[] = poses.map((posed) => posed.running);
  for (let round = 1; round < rounds && running.some((count) => count > 0); round += 1) {
    running = await inEveryFrame(stage, freezeMotion, options);
  }
  if (running.every((count) => count === 0)) return false;
  await inEveryFrame(stage, freezeMotion, { atEnd: false });
  return true;
}
