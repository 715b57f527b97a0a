import type { Command } from 'commander';
import type { Run } from '../Context.js';
import { addDecisionFlags, type DecisionFlags, diffArgument } from '../flags.js';
import { type Decision, decide } from './decide.js';

const approve: Decision = {
  name: 'approve',
  all: 'pending',
  act: async (client, diffId, slots) => {
    const { approved, awaiting = 0 } = await client.approve(diffId, { slots });
    return { decided: approved, awaiting };
  },
};

export function addApprove(program: Command, run: Run): void {
  const command = program
    .command('approve')
    .summary('approve changes: they become baselines')
    .description(
      'Approves snapshots of a diff; they become baselines. Either --snapshot or --all is required.',
    )
    .argument(...diffArgument);
  addDecisionFlags(
    command,
    'approve all snapshots, except rejected ones, and add your approval if a second one is required',
  )
    .addHelpText(
      'after',
      `
Examples:
  $ svc approve dif_1 --all
  $ svc approve dif_1 --snapshot "Button/Primary" --snapshot "Button/Danger"`,
    )
    .action((diffId: string, flags: DecisionFlags) =>
      run((context) => decide(approve, diffId, flags, context)),
    );
}
