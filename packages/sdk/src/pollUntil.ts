import type { WaitOptions } from './options.js';
import { SvcError } from './SvcError.js';
import type { Sleep } from './transport/sleep.js';

const firstDelayMs = 100;
const longestDelayMs = 2_000;
const growth = 1.2;

export interface Poll<State, End extends State> extends WaitOptions<State> {
  read: () => Promise<State>;
  isDone: (state: State) => state is End;
  sleep: Sleep;
  /** What is waited for, for the message of a time-out. */
  what: string;
}

/** Reads until the state is final, at growing intervals. */
export async function pollUntil<State, End extends State>(poll: Poll<State, End>): Promise<End> {
  const { read, isDone, sleep, what, onProgress, signal, timeoutMs = Number.POSITIVE_INFINITY } = poll;
  const begin = performance.now();
  for (let delay = firstDelayMs; ; delay = Math.min(delay * growth, longestDelayMs)) {
    const state = await read();
    onProgress?.(state);
    if (isDone(state)) return state;
    if (performance.now() - begin + delay > timeoutMs) {
      throw new SvcError({
        code: 'TIMEOUT',
        message: `${what} did not end within ${timeoutMs} ms`,
        statusCode: 0,
      });
    }
    try {
      await sleep(delay, signal);
    } catch (cause) {
      throw new SvcError({
        code: 'ABORTED',
        message: `waiting for ${what} was given up`,
        statusCode: 0,
        cause,
      });
    }
  }
}
