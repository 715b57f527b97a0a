import type { Command } from 'commander';
import { createClient } from '../access/createClient.js';
import { apiUrlOf } from '../access/findCredential.js';
import { CliError } from '../CliError.js';
import type { Context, Run } from '../Context.js';
import { exitCodes } from '../exitCodes.js';
import { addOutputFlag, addServiceFlags, type ServiceFlags } from '../flags.js';
import { explainMissingSuite } from '../output/explainMissingSuite.js';
import { formatFlaky } from '../output/formatFlaky.js';
import { type FlakyOutput, outputVersion } from '../output/Output.js';
import { createProgress } from '../output/Progress.js';
import { present } from '../output/present.js';
import type { Style } from '../output/Style.js';

interface FlakyFlags extends ServiceFlags {
  suite?: string;
  snapshot?: string;
}

async function listFlaky({ suite, snapshot: name, ...flags }: FlakyFlags, context: Context): Promise<number> {
  if (name !== undefined && suite === undefined) {
    throw new CliError('USAGE', 'of which suite is the snapshot? Add --suite <name>');
  }
  const progress = createProgress(context);
  const client = await createClient(flags, context, progress);
  const snapshots = await client.flakySnapshots
    .list({ suite, name })
    .catch((error) => Promise.reject(suite === undefined ? error : explainMissingSuite(error, suite)))
    .finally(progress.end);
  const document: FlakyOutput = { version: outputVersion, exitCode: exitCodes.success, snapshots };
  const text = (style: Style) =>
    snapshots.length === 0 ? 'No flaky snapshots\n' : formatFlaky(snapshots, apiUrlOf(flags, context), style);
  await present(document, text, context);
  return exitCodes.success;
}

export function addFlaky(program: Command, run: Run): void {
  const command = program
    .command('flaky')
    .summary('list flaky snapshots, with the reasons')
    .description(
      'Lists snapshots that look different although nothing changed, the worst first, with the most likely reason. ' +
        'Each capture with such a difference adds 1 to the score of a snapshot, which halves every 14 days.',
    )
    .option('--suite <name>', 'only those of this suite')
    .option('--snapshot <name>', 'only this one of the suite, in all its viewports and browsers');
  addServiceFlags(addOutputFlag(command))
    .addHelpText(
      'after',
      `
Examples:
  $ svc flaky
  $ svc flaky --suite e2e --output json`,
    )
    .action((flags: FlakyFlags) => run((context) => listFlaky(flags, context)));
}
