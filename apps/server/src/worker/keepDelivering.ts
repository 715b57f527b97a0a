import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds between looks for what is due. */
const interval = 1_000;

/**
 * Delivers what becomes due. Any number of processes may do so.
 * @param deliver all of it
 * @returns ends that; deliveries under way are left to the next process
 */
export function keepDelivering(
  deliver: (signal: AbortSignal) => Promise<void>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const ending = new AbortController();
  const running = (async () => {
    while (!ending.signal.aborted) {
      await deliver(ending.signal).catch(onError);
      await sleep(interval, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    }
  })();
  return () => {
    ending.abort(new Error('the service ends'));
    return running;
  };
}
