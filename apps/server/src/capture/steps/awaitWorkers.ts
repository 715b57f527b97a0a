import { setTimeout as sleep } from 'node:timers/promises';
import type { Stage } from '../stage/openStage.js';

/** One that is free answers sooner, unless the machine is busy. */
const freeMs = 20;

/**
 * Waits until the workers of a page are free: what one works on is shown by the page when it has come, however late a busy
 * machine has it.
 * @param end on the clock of `performance.now()`
 * @returns whether one was busy, so that the page may have heard of it since
 */
export async function awaitWorkers({ page, threads }: Stage, end: number): Promise<boolean> {
  const [workers, shared] = [page.workers(), threads.shared()];
  if (workers.length + shared === 0) return false;
  const began = performance.now();
  const free = Promise.allSettled([...workers.map((worker) => worker.evaluate(() => 0)), threads.areFree()]);
  await Promise.race([free, sleep(Math.max(0, end - began), null, { ref: false })]);
  const isMore = page.workers().length > workers.length || threads.shared() > shared;
  return isMore || performance.now() - began > freeMs;
}
