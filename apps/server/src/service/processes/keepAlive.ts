import {
  heartbeatSeconds,
  noteAlive,
  type ProcessRow,
  removeProcess,
} from '../../store/processes/processes.js';
import type { Resources } from '../Resources.js';

/**
 * Tells the other processes that this one is alive.
 * @returns tells them that it ends
 */
export function keepAlive(
  { database }: Pick<Resources, 'database'>,
  own: ProcessRow,
  onError: (error: unknown) => void,
): () => Promise<void> {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => noteAlive(database, own)).catch(onError);
  }, 1_000 * heartbeatSeconds).unref();
  return async () => {
    clearInterval(timer);
    await running;
    await removeProcess(database, own.id);
  };
}
