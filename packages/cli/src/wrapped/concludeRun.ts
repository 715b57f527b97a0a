import type { Conclusion } from '@svc/sdk';
import type { ErrorDescription } from '../describeError.js';
import { exitCodes } from '../exitCodes.js';

/** How a session ended, as far as it decides about the exit code (R37). */
export interface RunEnd {
  commandExitCode: number;
  /** Why the service could not conclude the session, or nothing arrived there. */
  error: ErrorDescription | null;
  conclusion: Conclusion | null;
  /** A code host shows what is to review. */
  hasCheck: boolean;
  isLocal: boolean;
  failOnChanges: boolean;
  exitZeroOnChanges: boolean;
}

export interface RunConclusion {
  exitCode: number;
  /** Why that, where it is not plain; a line. */
  why: string | null;
}

/** What `svc run` and `svc local` end with. */
export function concludeRun(end: RunEnd): RunConclusion {
  if (end.commandExitCode !== 0) return { exitCode: end.commandExitCode, why: null };
  if (end.error) return { exitCode: exitCodes.error, why: null };
  if (end.conclusion === 'success') return { exitCode: exitCodes.success, why: null };
  const { changes, success } = exitCodes;
  if (end.exitZeroOnChanges) return { exitCode: success, why: 'exit code 0, as --exit-zero-on-changes asks' };
  if (end.failOnChanges) return { exitCode: changes, why: 'exit code 1, as --fail-on-changes asks' };
  if (end.isLocal)
    return {
      exitCode: changes,
      why: 'exit code 1: there is something to review (0 with --exit-zero-on-changes)',
    };
  if (end.hasCheck) {
    return {
      exitCode: success,
      why: 'exit code 0: the check on the code host shows that there is something to review (1 with --fail-on-changes)',
    };
  }
  return {
    exitCode: changes,
    why: 'exit code 1: there is something to review, and no check on a code host shows it (0 with --exit-zero-on-changes)',
  };
}

/** Of several suites together. */
export function concludeAll(conclusions: readonly (Conclusion | null)[]): Conclusion | null {
  if (conclusions.includes('failure')) return 'failure';
  return conclusions.includes(null) ? null : 'success';
}
