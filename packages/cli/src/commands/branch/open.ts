import type { Command } from 'commander';
import { hasBrowser, openBrowser } from '../../access/openBrowser.js';
import { type BranchFlags, findBuilds } from '../../builds/findBuilds.js';
import { CliError } from '../../CliError.js';
import type { Context, Run } from '../../Context.js';
import { exitCodes } from '../../exitCodes.js';
import { addServiceFlags } from '../../flags.js';

async function open(
  { browser, ...flags }: BranchFlags & { browser: boolean },
  context: Context,
): Promise<number> {
  const { env, stdout, stderr } = context;
  const { branch, builds } = await findBuilds(flags, context);
  const url = builds.find(({ diff }) => diff?.reviewUrl)?.diff?.reviewUrl;
  if (!url) {
    throw new CliError(
      'DIFF_NOT_FOUND',
      `the newest builds of ${branch} were not compared with anything, so there is no review page`,
    );
  }
  stdout.write(`${url}\n`);
  if (browser && hasBrowser(env) && !(await openBrowser(url, env))) {
    stderr.write('No browser could be opened: open the address yourself.\n');
  }
  return exitCodes.success;
}

export function addOpen(program: Command, run: Run): void {
  const command = program
    .command('open')
    .summary('open the review page of the newest diff of the branch')
    .description(
      'Opens the review page of the newest diff of the branch in a browser, and prints its address. Without a desktop, in CI and ' +
        'in an SSH session, it only prints the address. Set BROWSER to use a different browser.',
    )
    .option('--branch <name>', 'branch (default: SVC_BRANCH, then CI, then git)')
    .option('--suite <name>', 'newest diff of this suite')
    .option('--no-browser', 'only print the address');
  addServiceFlags(command)
    .addHelpText(
      'after',
      `
Examples:
  $ svc open
  $ svc open --suite e2e --no-browser`,
    )
    .action((flags: BranchFlags & { browser: boolean }) => run((context) => open(flags, context)));
}
