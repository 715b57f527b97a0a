import { expireCaptures } from '../service/expireCaptures.js';
import { forgetRequests } from '../service/forgetRequests.js';
import type { Resources } from '../service/Resources.js';

/** Milliseconds between looks for what is over. */
const interval = 3_600_000;

/**
 * Deletes expired captures and what is kept of old requests, now and every hour.
 * @returns ends that, once the batch under way is deleted
 */
export function keepExpiring(
  resources: Pick<Resources, 'database'>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const ending = new AbortController();
  const expire = () =>
    expireCaptures(resources, ending.signal)
      .then(() => forgetRequests(resources))
      .catch(onError);
  let running = expire();
  const timer = setInterval(() => {
    running = running.then(expire);
  }, interval).unref();
  return () => {
    clearInterval(timer);
    ending.abort();
    return running;
  };
}
