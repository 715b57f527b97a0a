import type { Logger } from 'pino';
import { DatabaseUnavailable } from './domain/DatabaseUnavailable.js';

/** Milliseconds in which a database that is away is reported once, however many parts of the service miss it. */
const outageInterval = 10_000;

/** Reports what goes wrong in the background. */
export type Report = (what: string) => (error: unknown) => void;

export function createReporter(logger: Logger): Report {
  let reported = Number.NEGATIVE_INFINITY;
  return (what) => (error) => {
    if (!(error instanceof DatabaseUnavailable)) {
      logger.error({ err: error }, what);
      return;
    }
    const now = performance.now();
    if (now - reported < outageInterval) return;
    reported = now;
    logger.warn({ err: error }, 'the database does not answer');
  };
}
