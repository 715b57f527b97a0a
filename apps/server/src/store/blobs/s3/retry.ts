import { setTimeout as sleep } from 'node:timers/promises';
import { isRepeatable } from './s3Errors.js';

export interface RetryLimits {
  /** At least one. */
  attempts: number;
  /** Milliseconds before the second attempt. They double with each further one. */
  firstDelay: number;
  /** Milliseconds after which no further attempt begins. */
  patience: number;
}

/** Does something until it works, or fails with an error that further attempts would not change. */
export async function retry<T>(limits: RetryLimits, attempt: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  for (let number = 1; ; number++) {
    try {
      return await attempt();
    } catch (error) {
      const hasTime = performance.now() - begun < limits.patience;
      if (number >= limits.attempts || !hasTime || !isRepeatable(error)) throw error;
      await pause(limits, number);
    }
  }
}

/** Waits after a number of failures, not as long as others that failed at the same moment. */
export const pause = ({ firstDelay }: RetryLimits, failures: number): Promise<void> =>
  sleep(firstDelay * 2 ** (failures - 1) * (0.5 + Math.random() / 2));
