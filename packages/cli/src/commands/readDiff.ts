import type { Diff, SvcClient } from '@svc/sdk';
import { CliError } from '../CliError.js';
import { explainMissing } from './explainMissing.js';

/**
 * A diff with its results.
 * @throws CliError DIFF_NOT_FOUND, DIFF_NOT_READY
 */
export async function readDiff(client: SvcClient, diffId: string): Promise<Diff> {
  const diff = await client
    .getDiff(diffId)
    .catch((error) => Promise.reject(explainMissing(error, 'diff', diffId)));
  if (diff.status === 'completed') return diff;
  const state =
    diff.status === 'failed'
      ? `failed: ${diff.error ?? 'the service gives no reason'}`
      : 'is not completed yet: try again in a moment';
  throw new CliError('DIFF_NOT_READY', `diff ${diffId} ${state}`);
}
