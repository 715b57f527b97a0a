import { setImmediate } from 'node:timers/promises';

/** Milliseconds that one request works before others get their turn. */
const turn = 10;

/** Work on a large request in turns: waits where the turn has ended, so that other requests are answered meanwhile. */
export function createBreather(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < turn) return;
    await setImmediate();
    began = performance.now();
  };
}
