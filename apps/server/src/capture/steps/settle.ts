import type { Doing } from '../Doing.js';
import { type Held, holdStill } from '../page/holdStill.js';
import { inEveryFrame } from '../stage/inEveryFrame.js';
import type { Stage } from '../stage/openStage.js';
import { awaitParts } from './awaitParts.js';
import { until } from './until.js';

const rounds = 6;
/** A page may keep a request open for ever, so an image does not wait longer for it. */
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
    endless ||= !(await until(() => requests.inFlight() === 0, endless ? 0 : networkLimitMs));
    doing.now = 'waiting for the page to hold still';
    const begun = requests.begun();
    const frames = paintsOn ? 0 : quiet.frames;
    const held: Held[] = await inEveryFrame(stage, holdStill, { ...quiet, frames });
    paintsOn ||= held.some(({ paints }) => paints);
    const loading = held.map((frame) => frame.loading);
    const waited = await awaitParts(stage, loading, doing, began);
    if (!waited && (endless || requests.begun() === begun)) return;
  }
}
