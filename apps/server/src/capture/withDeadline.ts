import { CaptureFailure } from './CaptureFailure.js';
import type { Doing } from './Doing.js';

/** Rejects with a {@link CaptureFailure} that says what was being done when the time ran out, or with the signal's reason. */
export function withDeadline<T>(
  limitMs: number,
  signal: AbortSignal,
  work: (doing: Doing) => Promise<T>,
): Promise<T> {
  const doing: Doing = { now: 'starting' };
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    const timer = setTimeout(() => {
      const { now, isStart = false } = doing;
      reject(
        new CaptureFailure(`timed out after ${limitMs / 1000} s while ${now}`, { isStart, isLate: true }),
      );
    }, limitMs);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    work(doing)
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
      });
  });
}
