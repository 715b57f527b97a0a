import type { CreateDiffOptions, Diff, SvcClient } from '@svc/sdk';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import type { Progress } from '../output/Progress.js';
import { timeoutMs } from './waitForCapture.js';

/**
 * Waits for the end of a diff.
 * @throws CliError when it fails
 */
export async function waitForDiff(
  client: SvcClient,
  { id, reviewUrl }: Pick<Diff, 'id' | 'reviewUrl'>,
  context: Context,
): Promise<Diff> {
  context.note(`diff ${id} continues in the service${reviewUrl ? `: ${reviewUrl}` : ''}`);
  const diff = await client.waitForDiff(id, { timeoutMs });
  if (diff.status === 'completed') return diff;
  throw new CliError('DIFF_FAILED', `diff ${id} failed: ${diff.error ?? 'the service gives no reason'}`);
}

/**
 * Makes a diff and waits for its end.
 * @throws CliError when it fails
 */
export async function compare(
  client: SvcClient,
  options: CreateDiffOptions,
  context: Context,
  progress: Progress,
): Promise<Diff> {
  progress.step('Comparing');
  return waitForDiff(client, await client.createDiff(options), context);
}
