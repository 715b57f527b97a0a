import type { Command } from 'commander';
import type { Run } from '../Context.js';
import { addDecisionFlags, type DecisionFlags } from '../flags.js';
import { decide } from './decide.js';

export function addReject(program: Command, run: Run): void {
  const command = program
    .command('reject')
    .summary('reject changes: they stay red')
    .description(
      'Rejects snapshots of a diff: they stay red until the image changes or someone approves them by name. ' +
        'Either --snapshot or --all is required.',
    )
    .argument('<diffId>', 'diff, such as dif_…');
  addDecisionFlags(command, 'reject all pending ones')
    .addHelpText(
      'after',
      `
Example:
  $ svc reject dif_1 --snapshot "Button/Primary"`,
    )
    .action((diffId: string, flags: DecisionFlags) =>
      run((context) =>
        decide(flags, context, async (client, snapshots) => {
          const { rejected, total } = await client.reject(diffId, { snapshots });
          return `Rejected ${rejected} of ${total}`;
        }),
      ),
    );
}
