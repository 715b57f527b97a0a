import { setImmediate } from 'node:timers/promises';

/** Milliseconds that a large piece of work runs before others get their turn. */
const turn = 10;

/** Large work in turns: waits where the turn has ended, so that requests are answered meanwhile. */
export function createBreather(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < turn) return;
    await setImmediate();
    began = performance.now();
  };
}
