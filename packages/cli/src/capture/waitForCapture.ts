import { waitingText } from '@svc/schema/waitingText';
import type { Capture, SvcClient } from '@svc/sdk';
import type { Context } from '../Context.js';
import type { Progress } from '../output/Progress.js';

/** Longer than any capture takes that still moves. */
export const timeoutMs = 2 * 60 * 60 * 1000;

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
  context.note(`capture ${id} continues in the service; ${later}`);
  return client.waitForCapture(id, {
    timeoutMs,
    onProgress({ completedSnapshots, failedSnapshots, totalSnapshots, waitingForBrowser }) {
      const waiting = waitingText(waitingForBrowser);
      if (waiting !== null) progress.wait(waiting);
      else progress.count('Capturing', completedSnapshots + failedSnapshots, totalSnapshots);
    },
  });
}
