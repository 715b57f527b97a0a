import type { Command } from 'commander';
import type { Run } from '../Context.js';
import { addServiceFlags, addSessionFlags } from '../flags.js';
import { requireCommand, runInSession, type SessionFlags } from '../wrapped/runInSession.js';

export function addRun(program: Command, run: Run): void {
  const command = program
    .command('run')
    .summary('run tests in a session, and report a check run')
    .description(
      'Runs a command whose test plugins upload snapshots, all in one session; when it ends, its diffs are concluded ' +
        'and a check run is posted. Ends with the exit code of the command.',
    )
    .argument('[command...]', 'command with its arguments, after --')
    .passThroughOptions();
  addSessionFlags(command).option(
    '--complete',
    'the command uploads every snapshot of its suites: what is missing is removed',
  );
  addServiceFlags(command)
    .addHelpText(
      'after',
      `
The command gets SVC_SESSION_ID, SVC_API_KEY and SVC_API_URL.

Exit codes: those of the command; 2 if the service failed and the command did not.

Examples:
  $ svc run -- npx playwright test
  $ svc run --container -- npm test
  $ svc run --container my/image:1 --complete -- npm test`,
    )
    .action((words: string[], flags: SessionFlags) =>
      run((context) => {
        requireCommand(words, 'run');
        return runInSession(words, flags, {}, context);
      }),
    );
}
