import type { Doing } from '../Doing.js';
import { freezeMotion } from '../page/freezeMotion.js';
import { inEveryFrame } from '../stage/inEveryFrame.js';
import type { Stage } from '../stage/openStage.js';

const rounds = 3;

/** Ends animations; the end of one may begin another. */
export async function stopMotion(stage: Stage, atEnd: boolean, doing: Doing): Promise<void> {
  doing.now = 'ending animations';
  for (let round = 0; round < rounds; round += 1) {
    const running = await inEveryFrame(stage, freezeMotion, { atEnd });
    if (running.every((count) => count === 0)) return;
  }
}
