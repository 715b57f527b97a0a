import type { Doing } from '../Doing.js';
import { awaitQuiet } from '../page/awaitQuiet.js';
import { inEveryFrame } from '../stage/inEveryFrame.js';
import type { Stage } from '../stage/openStage.js';
import { awaitParts } from './awaitParts.js';
import { until } from './until.js';

const rounds = 6;
/** A page may keep a request open for ever, so a picture does not wait longer for it. */
const networkLimitMs = 5_000;
const quiet = { quietMs: 50, afterTimerMs: 150, frames: 60, limitMs: 2_000 };

/** Waits until nothing is loading and nothing changes. What was loaded may ask for more, so it is done in rounds. */
export async function settle(stage: Stage, doing: Doing): Promise<void> {
  const { requests } = stage;
  const began = performance.now();
  let endless = false;
  let paintsOn = false;
  for (let round = 0; round < rounds; round += 1) {
    doing.now = 'waiting for requests to end';
    const wasBusy = requests.inFlight() > 0;
    endless ||= !(await until(() => requests.inFlight() === 0, endless ? 0 : networkLimitMs));
    const waited = await awaitParts(stage, doing, began);
    if (round > 0 && !waited && (endless || !wasBusy)) return;
    doing.now = 'waiting for the page to hold still';
    const frames = paintsOn ? 0 : quiet.frames;
    const painting: boolean[] = await inEveryFrame(stage, awaitQuiet, { ...quiet, frames });
    paintsOn ||= painting.includes(true);
  }
}
