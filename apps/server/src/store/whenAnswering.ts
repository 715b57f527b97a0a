import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseUnavailable } from '../domain/DatabaseUnavailable.js';

/** Milliseconds. */
const pause = 250;

/** Invalid authorization and catalog names: an answer that waiting does not change. */
const isRefusal = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && /^(28...|3D000)$/.test(String(cause.code));

/**
 * Acts as soon as the database answers.
 * @param act may be called several times
 * @param options.patience milliseconds
 * @param options.onWait called once, before it waits
 * @throws DatabaseUnavailable when it does not answer in time, or refuses the connection for good
 */
export async function whenAnswering<T>(
  act: () => Promise<T>,
  { patience, onWait = () => {} }: { patience: number; onWait?: () => void },
): Promise<T> {
  const deadline = performance.now() + patience;
  for (let attempt = 0; ; attempt++) {
    try {
      return await act();
    } catch (error) {
      const isFinal =
        !(error instanceof DatabaseUnavailable) || isRefusal(error.cause) || performance.now() > deadline;
      if (isFinal) throw error;
      if (attempt === 0) onWait();
    }
    await sleep(pause);
  }
}
