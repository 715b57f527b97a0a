import type { Command } from 'commander';
import type { Run } from '../Context.js';
import { addDecisionFlags, type DecisionFlags, diffArgument } from '../flags.js';
import { type Decision, decide } from './decide.js';

const revoke: Decision = {
  name: 'revoke',
  all: 'approved',
  act: async (client, diffId, slots) => ({
    decided: (await client.revoke(diffId, undefined, { slots })).revoked,
    awaiting: 0,
  }),
};

export function addRevoke(program: Command, run: Run): void {
  const command = program
    .command('revoke')
    .summary('take approvals back')
    .description(
      'Takes back the approval of snapshots of a diff: they are pending again, and the earlier baselines count. ' +
        'Either --snapshot or --all is required.',
    )
    .argument(...diffArgument);
  addDecisionFlags(command, 'revoke all approved snapshots')
    .addHelpText(
      'after',
      `
Examples:
  $ svc revoke dif_1 --all
  $ svc revoke dif_1 --snapshot "Button/Primary"`,
    )
    .action((diffId: string, flags: DecisionFlags) =>
      run((context) => decide(revoke, diffId, flags, context)),
    );
}
