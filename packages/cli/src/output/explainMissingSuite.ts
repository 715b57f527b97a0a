import { SvcError } from '@svc/sdk';
import { CliError } from '../CliError.js';

/** The service says only that a suite is missing, not which. */
export const explainMissingSuite = (error: unknown, suite: string): unknown =>
  error instanceof SvcError && error.code === 'SUITE_NOT_FOUND'
    ? new CliError(error.code, `this project has no suite "${suite}"`, { cause: error })
    : error;
