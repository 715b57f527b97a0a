import { setTimeout as sleep } from 'node:timers/promises';
import { type DeliveryResources, deliverCheckRuns } from '../service/codeHosts/deliverCheckRuns.js';

/** Milliseconds between looks for check runs that are due. */
const interval = 1_000;

/**
 * Delivers check runs as they become due. Any number of processes may do so.
 * @returns ends that; deliveries under way are left to the next process
 */
export function keepDelivering(
  resources: DeliveryResources,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const ending = new AbortController();
  const running = (async () => {
    while (!ending.signal.aborted) {
      const more = await deliverCheckRuns(resources, ending.signal).catch((error: unknown) => {
        onError(error);
        return false;
      });
      if (!more) await sleep(interval, undefined, { signal: ending.signal, ref: false }).catch(() => {});
    }
  })();
  return () => {
    ending.abort(new Error('the service ends'));
    return running;
  };
}
