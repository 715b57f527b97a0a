import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from '../stage/openStage.js';

/** One that is free answers sooner, unless the machine is busy. */
const freeMs = 20;
/** One that works answers later than that, and than this many times what the page itself takes. */
const factor = 2;

export interface Work {
  /** One was busy, so that the page may have heard of it since; or the machine was. */
  worked: boolean;
  /** One was at work, and not the whole machine: it may go on, in steps. */
  isAtWork: boolean;
}

const none: Work = { worked: false, isAtWork: false };

/**
 * Waits until the workers of a page are free: what one works on is shown by the page when it has come, however late a busy
 * machine has it. One that never answers, such as one that sleeps, is not at work.
 * @param end on the clock of `performance.now()`
 */
export async function awaitWorkers({ page, threads }: Stage, end: number): Promise<Work> {
  const [workers, shared] = [page.workers(), threads.shared()];
  if (workers.length + shared === 0) return none;
  const began = performance.now();
  const took = () => performance.now() - began;
  const ofPage = page.evaluate(() => 0).then(took, took);
  const free = Promise.allSettled([...workers.map((worker) => worker.evaluate(() => 0)), threads.areFree()]);
  const isFree = await Promise.race([
    free.then(() => true),
    sleep(Math.max(0, end - began), false, { ref: false }),
  ]);
  const isMore = page.workers().length > workers.length || threads.shared() > shared;
  const freeAfter = took();
  const worked = isMore || freeAfter > freeMs;
  if (!worked || !isFree) return { worked, isAtWork: false };
  return { worked, isAtWork: freeAfter > Math.max(freeMs, factor * (await ofPage)) };
}
