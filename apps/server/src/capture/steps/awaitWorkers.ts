import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import type { Stage } from '../stage/openStage.js';

/** One that is free answers sooner, unless the machine is busy. */
const freeMs = 20;
/** As long as one that works in steps rests between them, many times over. */
const watchMs = 100;
/** The shortest that browsers wait between two of many timers. */
const tickMs = 4;
/** A page that takes longer than this is not still. */
const longestMs = 1_000;
/** One that is at work comes to less than this share of the timers that the page comes to: even one with steps of 2 ms. */
const freeShare = 0.8;

/**
 * Waits until the workers of a page are free: what one works on is shown by the page when it has come. One that never
 * answers, such as one that sleeps, is given up.
 * @param end on the clock of `performance.now()`
 * @returns whether one was busy, so that the page may have heard of it since; or the machine was
 */
export async function awaitWorkers({ page, threads }: Stage, end: number): Promise<boolean> {
  const [workers, shared] = [page.workers(), threads.shared()];
  if (workers.length + shared === 0) return false;
  const began = performance.now();
  await Promise.race([
    Promise.allSettled([...workers.map((worker) => worker.evaluate('0')), ...threads.evaluate('0')]),
    pause(Math.max(0, end - began), null),
  ]);
  const isMore = page.workers().length > workers.length || threads.shared() > shared;
  return isMore || performance.now() - began > freeMs;
}

/**
 * Whether workers that were free are at work in steps, between which each is free for a moment. A thread with nothing else
 * to do comes to as many timers as the page does, which holds still, however busy the machine is: those that sleep wake in
 * time. An answer alone comes late on such a machine, and at once in such a moment.
 */
export async function areAtWork({
  page,
  threads,
  cdp,
}: Pick<Stage, 'page' | 'threads' | 'cdp'>): Promise<boolean> {
  const workers: Promise<unknown>[] = [
    ...page.workers().map((worker) => worker.evaluate(countTimers)),
    ...threads.evaluate(countTimers),
  ];
  if (workers.length === 0) return false;
  // A page that goes elsewhere may never answer: what is shown then is looked at next.
  const ofPage = Promise.race([countTimersOfPage(cdp).catch(() => 0), pause(longestMs, 0)]);
  const tooLate = ofPage.then(() => pause(watchMs, 0));
  // One that is gone works no more.
  const counts = workers.map((counted) => Promise.race([counted.catch(() => null), tooLate]));
  const least = freeShare * (await ofPage);
  return (await Promise.all(counts)).some((count) => typeof count === 'number' && count < least);
}

const pause = <Value>(ms: number, value: Value) => sleep(ms, value, { ref: false });

const countTimers = `new Promise((done) => {
  const end = performance.now() + ${watchMs};
  let count = 0;
  const tick = () => {
    count += 1;
    if (performance.now() < end) setTimeout(tick, ${tickMs});
    else done(count);
  };
  setTimeout(tick, ${tickMs});
})`;

/** In a world of its own, where time is not held. */
async function countTimersOfPage(cdp: CDPSession): Promise<number> {
  const { frameTree } = await cdp.send('Page.getFrameTree');
  const { executionContextId: contextId } = await cdp.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  });
  const { result } = await cdp.send('Runtime.evaluate', {
    expression: countTimers,
    contextId,
    awaitPromise: true,
    returnByValue: true,
  });
  return result.value;
}
