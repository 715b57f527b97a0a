import { setTimeout as sleep } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import type { Stage } from '../stage/openStage.js';

/** One that is free answers sooner, unless the machine is busy. */
const freeMs = 20;
/** As long as one that works in steps rests between them, many times over. */
const watchMs = 60;
/** One that is at work comes to less than this share of what the page comes to in the same time. */
const freeShare = 2 / 3;

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
    sleep(Math.max(0, end - began), undefined, { ref: false }),
  ]);
  const isMore = page.workers().length > workers.length || threads.shared() > shared;
  return isMore || performance.now() - began > freeMs;
}

/**
 * Whether workers that were free are at work in steps, between which each is free for a moment. A thread with nothing else
 * to do comes to as many tasks as the page does, which holds still; an answer alone comes late where the machine is busy,
 * and at once in such a moment.
 */
export async function areAtWork({ page, threads, cdp }: Stage): Promise<boolean> {
  const workers: Promise<unknown>[] = [
    ...page.workers().map((worker) => worker.evaluate(countTasks)),
    ...threads.evaluate(countTasks),
  ];
  if (workers.length === 0) return false;
  const ofPage = countTasksOfPage(cdp);
  const tooLate = ofPage.then(
    () => sleep(watchMs, 0),
    () => null,
  );
  // One that is gone works no more.
  const counts = workers.map((counted) => Promise.race([counted.catch(() => null), tooLate]));
  const least = freeShare * (await ofPage);
  return (await Promise.all(counts)).some((count) => typeof count === 'number' && count < least);
}

const countTasks = `new Promise((done) => {
  const { port1, port2 } = new MessageChannel();
  const end = performance.now() + ${watchMs};
  let tasks = 0;
  port1.onmessage = () => {
    tasks += 1;
    if (performance.now() < end) return port2.postMessage(0);
    port1.close();
    done(tasks);
  };
  port2.postMessage(0);
})`;

/** In a world of its own, where time is not held. */
async function countTasksOfPage(cdp: CDPSession): Promise<number> {
  const { frameTree } = await cdp.send('Page.getFrameTree');
  const { executionContextId: contextId } = await cdp.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
  });
  const { result } = await cdp.send('Runtime.evaluate', {
    expression: countTasks,
    contextId,
    awaitPromise: true,
    returnByValue: true,
  });
  return result.value;
}
