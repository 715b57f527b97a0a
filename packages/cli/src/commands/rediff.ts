import type { Command } from 'commander';
import { createClient } from '../access/createClient.js';
import type { Context, Run } from '../Context.js';
import { waitForDiff } from '../capture/compare.js';
import {
  addOutputFlag,
  addServiceFlags,
  addVerdictFlags,
  diffArgument,
  type ServiceFlags,
} from '../flags.js';
import { judgingNote } from '../output/judgingNote.js';
import type { Outcome } from '../output/Outcome.js';
import type { Progress } from '../output/Progress.js';
import { runToOutcome } from '../output/runToOutcome.js';
import { explainMissing } from './explainMissing.js';

interface RediffFlags extends ServiceFlags {
  exitZeroOnChanges?: true;
}

async function rediff(
  diffId: string,
  flags: RediffFlags,
  context: Context,
  progress: Progress,
): Promise<Outcome> {
  const client = await createClient(flags, context, progress);
  progress.step('Comparing again');
  const begun = await client
    .reDiff(diffId)
    .catch((error) => Promise.reject(explainMissing(error, 'diff', diffId)));
  const diff = await waitForDiff(client, begun, context);
  return { capture: await client.getCapture(diff.headCaptureId), diff };
}

export function addRediff(program: Command, run: Run): void {
  const command = program
    .command('rediff')
    .summary('re-evaluate a diff against the current baselines')
    .description(
      'Re-evaluates a diff against the current baselines, waits for the result and prints it as `svc diff` does. ' +
        'Decisions stay valid if both images are still the same.',
    )
    .argument(...diffArgument);
  addServiceFlags(addVerdictFlags(addOutputFlag(command)))
    .addHelpText(
      'after',
      `
Exit codes: 0 nothing to review, 1 changes to review or snapshots not captured, 2 error.

Example:
  $ svc rediff dif_1`,
    )
    .action((diffId: string, flags: RediffFlags) =>
      run((context) =>
        runToOutcome(
          flags,
          context,
          (progress) => rediff(diffId, flags, context, progress),
          (outcome) => judgingNote(outcome),
        ),
      ),
    );
}
