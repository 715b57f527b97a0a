import { type Diff, type SvcClient, SvcError } from '@svc/sdk';
import { CliError } from '../CliError.js';

/** The service says only that a diff is missing, not which. */
export const explainMissing = (error: unknown, diffId: string): unknown =>
  error instanceof SvcError && error.code === 'DIFF_NOT_FOUND'
    ? new CliError(error.code, `this project has no diff ${diffId}`, { cause: error })
    : error;

/**
 * A diff with its results.
 * @throws CliError DIFF_NOT_FOUND, DIFF_NOT_READY
 */
export async function readDiff(client: SvcClient, diffId: string): Promise<Diff> {
  const diff = await client.getDiff(diffId).catch((error) => Promise.reject(explainMissing(error, diffId)));
  if (diff.status === 'completed') return diff;
  const state =
    diff.status === 'failed'
      ? `failed: ${diff.error ?? 'the service gives no reason'}`
      : 'is not completed yet: try again in a moment';
  throw new CliError('DIFF_NOT_READY', `diff ${diffId} ${state}`);
}
