import type { MissingPart } from '@svc/schema';
import {
  type Frozen,
  freezeMotion,
  type Measure,
  measureShot,
  posePage,
  type WantedShot,
} from '@svc/stabilise';
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
  /** Videos that did not come in time. */
  late: MissingPart[];
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
  const late = new Set<string>();
  let hasMedia = false;
  const isRunning = (frozen: readonly Frozen[]) => {
    hasMedia ||= frozen.some((frame) => frame.late !== null);
    for (const url of frozen.flatMap((frame) => frame.late ?? [])) late.add(url);
    return frozen.some(({ running }) => running > 0);
  };
  let movesOn = isRunning(poses.map(({ frozen }) => frozen));
  for (let round = 1; round < rounds && movesOn; round += 1)
    movesOn = isRunning(await inEveryFrame(stage, freezeMotion, { atEnd: options.atEnd }));
  if (movesOn) await inEveryFrame(stage, freezeMotion, { atEnd: false });
  if (hasMedia) {
    await drawAll(stage);
    await inEveryFrame(stage, freezeMotion, { atEnd: options.atEnd && !movesOn });
  }
  // Frames, and what was ended later, may have changed it since.
  const isCurrent = measure !== null && poses.length === 1;
  return {
    movesOn,
    late: [...late].map((url) => ({ url, reason: 'did not show its first frame in time' })),
    measure: isCurrent ? measure : await stage.page.evaluate(measureShot, options.shot),
  };
}

/**
 * Has the browser draw all frames that it was given. It drops those of a video that come while it is busy with one that was
 * played, and the page cannot tell.
 */
const drawAll = ({ cdp }: Stage) =>
  cdp.send('Page.captureScreenshot', { clip: { x: 0, y: 0, width: 1, height: 1, scale: 1 } });
