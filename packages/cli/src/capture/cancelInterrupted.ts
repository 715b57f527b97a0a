import { SvcError } from '@svc/sdk';
import { createClient } from '../access/createClient.js';
import type { Context } from '../Context.js';
import { describeError } from '../describeError.js';
import type { ServiceFlags } from '../flags.js';
import { countText } from '../output/countText.js';
import type { Progress } from '../output/Progress.js';

/** Nobody waits longer for a command to end that was told to. */
const patienceMs = 10_000;

/** Cancels the capture of a command that Ctrl-C ended, and notes how that went. */
export async function cancelInterrupted(
  captureId: string,
  flags: ServiceFlags,
  context: Context,
  progress: Progress,
): Promise<void> {
  try {
    const uninterrupted = { ...context, signal: AbortSignal.timeout(patienceMs) };
    const client = await createClient(flags, uninterrupted, progress);
    const { completedSnapshots: done, totalSnapshots } = await client.cancelCapture(captureId);
    const words = `${done} of ${countText(totalSnapshots, 'snapshot')} captured`;
    context.note(`capture ${captureId} is cancelled with ${words}; nothing is compared with it`);
  } catch (error) {
    if (error instanceof SvcError && error.code === 'CAPTURE_COMPLETED') return;
    context.note(
      `capture ${captureId} continues in the service, since cancelling it failed (${describeError(error, null).message}); try \`svc cancel ${captureId}\``,
    );
  }
}
