import { judgeOverdue } from '../service/checks/judgeOverdue.js';
import type { Resources } from '../service/Resources.js';

/** Milliseconds between looks for runs whose parts were awaited long enough. */
const interval = 30_000;

/**
 * Judges commits again once nobody waits for the missing parts of their runs any longer. Any number of processes may do so.
 * @returns ends that, once what is under way is done
 */
export function keepJudging(
  resources: Pick<Resources, 'database'>,
  onError: (error: unknown) => void,
): () => Promise<void> {
  const ending = new AbortController();
  const judge = async () => void (await judgeOverdue(resources, ending.signal).catch(onError));
  let running = judge();
  const timer = setInterval(() => {
    running = running.then(judge);
  }, interval).unref();
  return () => {
    clearInterval(timer);
    ending.abort();
    return running;
  };
}
