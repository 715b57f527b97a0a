import type { Command } from 'commander';
import type { Run } from '../Context.js';
import { addSessionEndFlags, addSessionFlags } from '../flags.js';
import { requireCommand, runInSession, type SessionFlags } from '../wrapped/runInSession.js';

export function addRun(program: Command, run: Run): void {
  const command = program
    .command('run')
    .summary('run tests in a session, and report a check run')
    .description(
      'Runs a command whose test plugins upload snapshots into one session. When the command ends, svc completes the ' +
        'diffs and posts a check run.',
    )
    .argument('[command...]', 'command with its arguments, after --')
    .passThroughOptions();
  addSessionFlags(command)
    .option('--complete', 'the command uploads every snapshot of its suites; missing ones count as removed')
    .option('--fail-on-changes', 'exit with 1 on changes, even if a check on the code host shows them');
  addSessionEndFlags(command)
    .addHelpText(
      'after',
      `
The command gets SVC_SESSION_ID, SVC_API_KEY and SVC_API_URL, and variables that describe the run: SVC_SHARD (from --shard, or
from the command's own --shard), SVC_JOB, SVC_RUN_KEY, SVC_CHECKOUT. Within it, \`svc upload\` uploads into the session.
stories-a, stories-b, capture and diff are not part of the session: run them before or after svc run.

Exit codes: that of the command, if it is not 0; else
  2  the service failed, or no snapshot arrived (0 with --allow-empty)
  1  something to review, and no check on a code host shows it; or with --fail-on-changes (0 with --exit-zero-on-changes)
  0  nothing to review, or a check on the code host shows the changes
The result goes to stderr, so that stdout is the command's. With --output json it goes to stdout, and the command's output to stderr.

Examples:
  $ svc run -- npx playwright test
  $ svc run -- npx playwright test --shard=2/4
  $ svc run --container -- npm test
  $ svc run --container my/image:1 --complete -- npm test`,
    )
    .action((words: string[], flags: SessionFlags) =>
      run((context) => {
        requireCommand(words, 'run');
        return runInSession(words, flags, { isLocal: false, variables: {} }, context);
      }),
    );
}
