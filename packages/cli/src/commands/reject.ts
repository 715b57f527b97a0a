import type { Command } from 'commander';
import type { Run } from '../Context.js';
import { addDecisionFlags, type DecisionFlags, diffArgument } from '../flags.js';
import { type Decision, decide } from './decide.js';

const reject: Decision = {
  name: 'reject',
  all: 'pending',
  act: async (client, diffId, slots, note) => ({
    decided: (await client.reject(diffId, { slots, note })).rejected,
    awaiting: 0,
  }),
};

export function addReject(program: Command, run: Run): void {
  const command = program
    .command('reject')
    .summary('reject changes: they stay red')
    .description(
      'Rejects snapshots of a diff: they stay red until the image changes or someone approves them by name. ' +
        'Either --snapshot or --all is required.',
    )
    .argument(...diffArgument);
  addDecisionFlags(command, 'reject all pending ones')
    .option('--note <text>', 'reason for all of these rejections, for reviewers and the check of the commit')
    .addHelpText(
      'after',
      `
Example:
  $ svc reject dif_1 --snapshot "Button/Primary" --note "The label is cut off"`,
    )
    .action((diffId: string, flags: DecisionFlags & { note?: string }) =>
      run((context) => decide(reject, diffId, flags, context)),
    );
}
