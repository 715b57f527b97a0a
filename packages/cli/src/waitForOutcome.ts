import type { Capture, CreateDiffOptions, Diff, SvcClient } from '@svc/sdk';
import { CliError } from './CliError.js';
import type { Context } from './Context.js';
import type { Progress } from './Progress.js';

/** Longer than any capture takes that still moves. */
const timeoutMs = 2 * 60 * 60 * 1000;

/** @throws CliError when nothing was captured */
export async function waitForCapture(
  client: SvcClient,
  captureId: string,
  context: Context,
  progress: Progress,
): Promise<Capture> {
  context.note(
    `capture ${captureId} goes on in the service; compare it later with \`svc diff --head-capture ${captureId}\``,
  );
  const capture = await client.waitForCapture(captureId, {
    timeoutMs,
    onProgress: ({ completedSnapshots, failedSnapshots, totalSnapshots }) =>
      progress.count('Capturing', completedSnapshots + failedSnapshots, totalSnapshots),
  });
  if (capture.status === 'completed') return capture;
  const [first] = capture.failures;
  const example = first ? `, "${first.name}" because: ${first.message}` : '';
  throw new CliError(
    'CAPTURE_FAILED',
    `capture ${captureId} failed: none of ${capture.totalSnapshots} snapshots was captured${example}`,
  );
}

/** Makes a diff and waits for its end. */
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
