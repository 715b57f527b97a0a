import type { WaitOptions } from './options.js';
import { SvcError } from './SvcError.js';
import { anySignal } from './transport/anySignal.js';
import { longestTimer } from './transport/retry.js';
import type { Sleep } from './transport/sleep.js';

const firstDelayMs = 100;
const longestDelayMs = 2_000;
const growth = 1.2;
/** Milliseconds that a read may take, however little time there is. */
const shortestRead = 5_000;

export interface Poll<State, End extends State> extends WaitOptions<State> {
  /** @param signal gives the read up */
  read: (signal: AbortSignal | undefined) => Promise<State>;
  isDone: (state: State) => state is End;
  sleep: Sleep;
  /** What is waited for, for the message of a time-out. */
  what: string;
}

/** Reads until the state is final, at growing intervals. */
export async function pollUntil<State, End extends State>(poll: Poll<State, End>): Promise<End> {
  const { read, isDone, sleep, what, onProgress, signal, timeoutMs = Number.POSITIVE_INFINITY } = poll;
  const begin = performance.now();
  const limit = limitOf(timeoutMs);
  const eitherSignal = anySignal(signal, limit) ?? undefined;
  const timeout = () =>
    new SvcError({
      code: 'TIMEOUT',
      message: `${what} did not end within ${timeoutMs} ms`,
      statusCode: 0,
    });
  for (let delay = firstDelayMs; ; delay = Math.min(delay * growth, longestDelayMs)) {
    const state = await read(eitherSignal).catch((error) => {
      throw limit?.aborted && !signal?.aborted ? timeout() : error;
    });
    onProgress?.(state);
    if (isDone(state)) return state;
    if (performance.now() - begin + delay > timeoutMs) throw timeout();
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

/** What gives up a read that lasts longer than all of it may. */
function limitOf(timeoutMs: number): AbortSignal | undefined {
  if (timeoutMs > longestTimer) return undefined;
  return AbortSignal.timeout(Math.ceil(Math.max(timeoutMs, shortestRead)));
}
