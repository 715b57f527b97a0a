import type { CheckRunList } from '@svc/schema';
import { detectCommit, SvcError } from '@svc/sdk';
import type { Command } from 'commander';
import { describeBuild } from '../../builds/describeBuild.js';
import { type BranchFlags, type FoundBuilds, findBuilds } from '../../builds/findBuilds.js';
import { formatStatus } from '../../builds/formatStatus.js';
import type { Context, Run } from '../../Context.js';
import { exitCodes } from '../../exitCodes.js';
import { addOutputFlag, addServiceFlags } from '../../flags.js';
import { outputVersion, type StatusOutput } from '../../output/Output.js';
import { present } from '../../output/present.js';

/** Of all commits that the builds are of; a service without a code host has none. */
async function readCheckRuns({ builds, read }: FoundBuilds): Promise<CheckRunList['checkRuns']> {
  const commits = new Set(builds.flatMap(({ commit }) => commit ?? []));
  const lists = await Promise.all(
    [...commits].map((commit) =>
      read<CheckRunList>('/api/v1/check-runs', { commit }, { checkRuns: 'array' }),
    ),
  );
  return lists.flatMap(({ checkRuns }) => checkRuns);
}

/** The commit that is checked out, unless another branch is asked about. */
async function headOf({ branch }: BranchFlags, { env, cwd }: Context): Promise<string | null> {
  if (branch !== undefined) return null;
  return detectCommit(undefined, { env, cwd }).catch((error) => {
    if (error instanceof SvcError) return null;
    throw error;
  });
}

async function showStatus(flags: BranchFlags, context: Context): Promise<number> {
  const found = await findBuilds(flags, context);
  const checkRuns = await readCheckRuns(found);
  const document: StatusOutput = {
    version: outputVersion,
    exitCode: exitCodes.success,
    branch: found.branch,
    head: await headOf(flags, context),
    builds: found.builds.map((build) => describeBuild(build, checkRuns)),
  };
  await present(document, (style) => formatStatus(document, style), context);
  return exitCodes.success;
}

export function addStatus(program: Command, run: Run): void {
  const command = program
    .command('status')
    .summary('show the newest build of the branch')
    .description(
      'Shows the newest build of the branch in each suite: its results, what is left to do, the check of its commit, and its ' +
        'review page.',
    )
    .option('--branch <name>', 'branch (default: SVC_BRANCH, then CI, then git)')
    .option('--suite <name>', 'only this suite')
    .option('--json', 'the same as --output json');
  command.on('option:json', () => command.setOptionValue('output', 'json'));
  addServiceFlags(addOutputFlag(command))
    .addHelpText(
      'after',
      `
Exit codes: 0 even with changes to review; 2 error, or the branch has no build.

Examples:
  $ svc status
  $ svc status --branch main --json`,
    )
    .action((flags: BranchFlags) => run((context) => showStatus(flags, context)));
}
