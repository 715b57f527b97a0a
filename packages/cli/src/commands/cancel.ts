import type { Command } from 'commander';
import { createClient } from '../access/createClient.js';
import type { Context, Run } from '../Context.js';
import { type ExitCode, exitCodes } from '../exitCodes.js';
import { addServiceFlags, captureArgument, type ServiceFlags } from '../flags.js';
import { countText } from '../output/countText.js';
import { createProgress } from '../output/Progress.js';
import { explainMissing } from './explainMissing.js';

async function cancel(captureId: string, flags: ServiceFlags, context: Context): Promise<ExitCode> {
  const progress = createProgress(context);
  const client = await createClient(flags, context, progress);
  const capture = await client
    .cancelCapture(captureId)
    .catch((error) => Promise.reject(explainMissing(error, 'capture', captureId)))
    .finally(progress.end);
  const { error, completedSnapshots: done, totalSnapshots } = capture;
  context.stdout.write(
    `Capture ${captureId} has failed: ${error}\n${done} of ${countText(totalSnapshots, 'snapshot')} captured\n`,
  );
  return exitCodes.success;
}

export function addCancel(program: Command, run: Run): void {
  const command = program
    .command('cancel')
    .summary('end a capture before it is complete')
    .description(
      'Ends a capture before it is complete. The capture fails, and its check fails until the same part runs again. You can ' +
        'still look at the captured images, but none of them becomes a baseline.',
    )
    .argument(...captureArgument);
  addServiceFlags(command)
    .addHelpText(
      'after',
      `
Example:
  $ svc cancel cap_1`,
    )
    .action((captureId: string, flags: ServiceFlags) => run((context) => cancel(captureId, flags, context)));
}
