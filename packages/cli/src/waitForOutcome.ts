import type { Capture, CreateDiffOptions, Diff, SvcClient } from '@svc/sdk';
import { CliError } from './CliError.js';
import type { Context } from './Context.js';
import type { Progress } from './Progress.js';

/** Longer than any capture takes that still moves. */
const timeoutMs = 2 * 60 * 60 * 1000;

/** Waits until a capture is `completed` or `failed`. */
export function waitForCapture(
  client: SvcClient,
  { id, autoBaseline }: Capture,
  context: Context,
  progress: Progress,
): Promise<Capture> {
  const later = autoBaseline
    ? 'what it captures becomes baselines'
    : `compare it later with \`svc diff --head-capture ${id}\``;
  context.note(`capture ${id} goes on in the service; ${later}`);
  return client.waitForCapture(id, {
    timeoutMs,
    onProgress: ({ completedSnapshots, failedSnapshots, totalSnapshots }) =>
      progress.count('Capturing', completedSnapshots + failedSnapshots, totalSnapshots),
  });
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
  const { id, reviewUrl } = await client.createDiff(options);
  context.note(`diff ${id} goes on in the service${reviewUrl ? `: ${reviewUrl}` : ''}`);
  const diff = await client.waitForDiff(id, { timeoutMs });
  if (diff.status === 'completed') return diff;
  throw new CliError('DIFF_FAILED', `diff ${id} failed: ${diff.error ?? 'the service gives no reason'}`);
}
