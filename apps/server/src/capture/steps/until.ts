import { setTimeout as sleep } from 'node:timers/promises';

const pollMs = 10;

/** Asks until the answer is yes. False when it was not within `limitMs`. */
export async function until(isDone: () => boolean | Promise<boolean>, limitMs: number): Promise<boolean> {
  const end = performance.now() + limitMs;
  while (!(await isDone())) {
    if (performance.now() >= end) return false;
    await sleep(pollMs);
  }
  return true;
}
