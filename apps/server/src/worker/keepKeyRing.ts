import type { LoadedKeyRing } from '../service/openKeyRing.js';

/** Milliseconds between looks for new keys: well below the time until one signs. */
const interval = 120_000;

/**
 * Keeps the keys of image tokens as the database has them.
 * @returns ends that, once what is under way is done
 */
export function keepKeyRing(keyRing: LoadedKeyRing, onError: (error: unknown) => void): () => Promise<void> {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(keyRing.refresh).catch(onError);
  }, interval).unref();
  return () => {
    clearInterval(timer);
    return running;
  };
}
