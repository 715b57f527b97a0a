import { detectBranch, detectCommit, detectPart } from '@svc/sdk';
import type { Command } from 'commander';
import { createClient } from '../access/createClient.js';
import { CliError } from '../CliError.js';
import type { Context, Run } from '../Context.js';
import { exitCodes } from '../exitCodes.js';
import { addServiceFlags, type ServiceFlags } from '../flags.js';
import { countText } from '../output/countText.js';
import { createProgress } from '../output/Progress.js';

interface FinishFlags extends ServiceFlags {
  branch?: string;
  commit?: string;
  runKey?: string;
}

async function finish(flags: FinishFlags, context: Context): Promise<number> {
  const { env, cwd, stdout } = context;
  const runKey = flags.runKey ?? detectPart(env).runKey;
  if (!runKey) {
    throw new CliError(
      'RUN_NOT_DETECTED',
      'cannot tell which run has ended, since no CI was detected: pass --run-key <id> or set SVC_RUN_KEY, here and where the parts ran',
    );
  }
  const commit = await detectCommit(flags.commit, { env, cwd });
  const branch = await detectBranch(flags.branch, { env, cwd });
  const progress = createProgress(context);
  const client = await createClient(flags, context, progress);
  const { parts } = await client.finishRun({ branch, commit, runKey }).finally(progress.end);
  stdout.write(
    parts.length === 0
      ? `Run ${runKey} of ${branch} has no parts\n`
      : `Run ${runKey} of ${branch} is finished: ${countText(parts.length, 'part')} reported (${parts.join(', ')})\n`,
  );
  return exitCodes.success;
}

export function addFinish(program: Command, run: Run): void {
  const command = program
    .command('finish')
    .summary('end a run whose number of parts was unknown')
    .description(
      'Ends a run whose number of parts was unknown (--shard 2/?): its check then waits for no further parts. ' +
        'Not needed if the number of parts is known (--shard 2/4).',
    )
    .option('--branch <name>', 'branch (default: SVC_BRANCH, then CI, then git)')
    .option('--commit <sha>', 'commit (default: SVC_COMMIT, then CI, then git)')
    .option('--run-key <id>', 'run that has ended (default: SVC_RUN_KEY, then CI)');
  addServiceFlags(command)
    .addHelpText(
      'after',
      `
Run it in the same CI run as the parts, after all of them, even if some failed.

Examples:
  $ svc finish
  $ svc finish --run-key nightly-2026-11-22`,
    )
    .action((flags: FinishFlags) => run((context) => finish(flags, context)));
}
