import type { MissingPart } from '@svc/schema';
import {
  type Held,
  holdStill,
  holdTimers,
  type LoadingParts,
  loadingParts,
  stopLoading,
} from '@svc/stabilise';
import type { Doing } from '../Doing.js';
import { inEveryFrame } from '../stage/inEveryFrame.js';
import type { Stage } from '../stage/openStage.js';
import { awaitParts, partsLimitMs } from './awaitParts.js';
import { areAtWork, awaitWorkers } from './awaitWorkers.js';
import { until } from './until.js';

const rounds = 6;
/** A page may keep a request open forever, so an image does not wait longer for it. */
const networkLimitMs = 5_000;
/** Opening a document that is in the page, or at hand, takes a moment. */
const framesLimitMs = 2_000;
/** Painting by frames may be slow, as drawings of software are: then it does not wait for all of them. */
const quiet = { quietMs: 50, afterTimerMs: 150, frames: 60, paintLimitMs: 2_000, limitMs: 2_000 };
/** On a clock of its own a page holds still after some time, so all waits end; this is for pages that are slow. */
const quietOnClock = { ...quiet, limitMs: 20_000 };
/** Time-outs of no more than this belong to the picture of a target with this delay. */
export const longestTimerMs = (delay: number): number => 1_000 + delay;

export interface Settled {
  /** The page would go on: what it shows depends on when it is looked at. */
  restless: boolean;
  /** It held still only after more than half of the time that is waited for that, so at another time it may be `restless`. */
  slow: boolean;
  /** What did not come in time, and was given up. */
  late: MissingPart[];
}

/**
 * Waits until nothing is loading and nothing changes. What was loaded may ask for more, so it is done in rounds.
 * @param delay the milliseconds that the target has asked for
 */
export async function settle(stage: Stage, delay: number, doing: Doing): Promise<Settled> {
  const { requests } = stage;
  const end = performance.now() + partsLimitMs;
  const late = new Set<string>();
  let endless = false;
  /** Requests follow each other: the page goes on as long as they are answered. */
  let asksOn = false;
  /** Something had come, or was to come, when the page was looked at last. */
  let goesOn = false;
  /** Workers are at work in steps. They are waited for like what is loading. */
  let worksOn = false;
  /** Some frames stay empty, such as those of an answer without a document. */
  let lacksFrames = false;
  let paintsOn = false;
  let restless = false;
  let slow = false;
  const waits = stage.time === 'real' ? quiet : quietOnClock;
  const giveUp = async (urls: string[]) => {
    for (const url of urls) late.add(url);
    await inEveryFrame(stage, stopLoading, null);
  };
  const longest = longestTimerMs(delay);
  // Otherwise they are held along with the first wait.
  if (requests.inFlight() > 0) await inEveryFrame(stage, holdTimers, longest);
  for (let round = 0; round < rounds || (worksOn && performance.now() < end); round += 1) {
    doing.now = 'waiting for requests to end';
    if (!endless && !(await until(() => requests.inFlight() === 0, networkLimitMs))) {
      endless = true;
      // One that is open for long may never end, which the image does not wait for.
      asksOn = !requests.isOpenSince(performance.now() - networkLimitMs / 2);
    }
    // Nothing is painted before the style sheets of a document's head are there, not even a frame to wait for.
    const isStyled = await until(() => !requests.hasStyles(), end - performance.now());
    if (!isStyled) await giveUp(requests.parts());
    const before = await awaitWorkers(stage, end);
    doing.now = 'waiting for the page to hold still';
    const begun = requests.begun();
    const documents = documentsOf(stage);
    const frames = paintsOn ? 0 : waits.frames;
    const held: Held[] = await inEveryFrame(stage, holdStill, {
      ...waits,
      frames,
      longestTimerMs: longest,
    });
    paintsOn ||= held.some(({ paints }) => paints);
    restless = held.some((frame) => frame.restless);
    slow ||= held.some((frame) => frame.waitedMs > waits.limitMs / 2);
    const loading = held.map((frame) => frame.loading);
    // What one has said may reach a page late, so that it is looked at once more.
    const after = await awaitWorkers(stage, end);
    // A page that moves without end is not waited for, so its workers are not either.
    if (restless) worksOn = false;
    // One that has not answered till then may be in one more step of those that it was found in.
    else if (performance.now() < end) worksOn = await areAtWork(stage);
    const ended = stage.threads.hasEnded();
    const parts = await awaitParts(stage, loading, doing, end);
    if (parts.late.length > 0) await giveUp(parts.late);
    if (loading.some(hasFramesToCome) && !lacksFrames) lacksFrames = !(await awaitFrames(stage, doing));
    // What has begun in a frame was not held with the others.
    const isFramedAnew = !isSameList(documents, documentsOf(stage));
    // One may have begun just before the page was looked at.
    const isAsking = requests.begun() > begun || requests.inFlight() > 0;
    goesOn = parts.waited || isFramedAnew || ended || (isAsking && !endless);
    const worked = before || after || worksOn;
    if (!goesOn && !worked && parts.late.length === 0) break;
  }
  const limit = `${partsLimitMs / 1000} s`;
  return {
    restless: restless || ((asksOn || goesOn) && stage.time === 'real'),
    slow,
    late: [
      ...[...late].map((url) => ({ url, reason: `did not load within ${limit}` })),
      ...(worksOn
        ? [{ url: stage.page.url(), reason: `its workers were still at work after ${limit}` }]
        : []),
    ],
  };
}

const hasFramesToCome = ({ framesToCome }: LoadingParts): boolean => framesToCome > 0;

/** Waits until the browser has opened what frames name; false where some stay empty. */
function awaitFrames(stage: Stage, doing: Doing): Promise<boolean> {
  doing.now = 'waiting for frames to open';
  const isOpen = async () => !(await inEveryFrame(stage, loadingParts, null)).some(hasFramesToCome);
  return until(isOpen, framesLimitMs);
}

/** The frames in a page, each with the address of what it shows. */
const documentsOf = ({ page }: Stage): unknown[] =>
  page.frames().flatMap((frame) => (frame === page.mainFrame() ? [] : [frame, frame.url()]));

const isSameList = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((value, index) => value === other[index]);
