import type { Command } from 'commander';
import type { Run } from '../Context.js';
import { addSessionEndFlags, addSessionFlags } from '../flags.js';
import { requireCommand, runInSession, type SessionFlags } from '../wrapped/runInSession.js';

interface LocalFlags extends SessionFlags {
  ref?: string;
}

export function addLocal(program: Command, run: Run): void {
  const command = program
    .command('local')
    .summary('run tests on your machine, with your own local baselines')
    .description(
      'Runs a command in local development mode: its snapshots are compared, approvals set baselines for you only, ' +
        'and no check run is posted.',
    )
    .argument('[command...]', 'command with its arguments, after --')
    .passThroughOptions();
  addSessionFlags(command).option('--ref <branch>', 'branch whose baselines count (sets SVC_BASELINE_REF)');
  addSessionEndFlags(command)
    .addHelpText(
      'after',
      `
The command gets SVC_LOCAL=true, SVC_SESSION_ID, SVC_API_KEY and SVC_API_URL. Within it, \`svc upload\` uploads into the session.

Exit codes: that of the command, if it is not 0; else 2 if the service failed or no snapshot arrived (0 with --allow-empty),
1 on changes to review (0 with --exit-zero-on-changes), 0 if there are none.
The result goes to stderr, so that stdout is the command's. With --output json it goes to stdout, and the command's output to stderr.

Examples:
  $ svc local -- npx vitest
  $ svc local --ref main --auto-approve -- npx playwright test`,
    )
    .action((words: string[], flags: LocalFlags) =>
      run((context) => {
        requireCommand(words, 'local');
        const variables = { SVC_LOCAL: 'true', ...(flags.ref ? { SVC_BASELINE_REF: flags.ref } : {}) };
        return runInSession(words, flags, { isLocal: true, variables }, context);
      }),
    );
}
