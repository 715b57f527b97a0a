import type { Baseline } from '@svc/sdk';
import type { Command } from 'commander';
import { createClient } from '../access/createClient.js';
import type { Context, Run } from '../Context.js';
import { exitCodes } from '../exitCodes.js';
import { addOutputFlag, addServiceFlags, addSuiteFlag, type ServiceFlags } from '../flags.js';
import { explainMissingSuite } from '../output/explainMissingSuite.js';
import { formatTable } from '../output/formatTable.js';
import { type BaselinesOutput, outputVersion } from '../output/Output.js';
import { createProgress } from '../output/Progress.js';
import { present } from '../output/present.js';
import type { Style } from '../output/Style.js';
import { shortCommit } from '../output/shortCommit.js';
import { slotText } from '../output/slotText.js';
import { timeText } from '../output/timeText.js';

interface BaselinesFlags extends ServiceFlags {
  suite: string;
  branch?: string;
}

const rowOf = (baseline: Baseline): string[] => [
  slotText(baseline),
  baseline.branch,
  baseline.commit ? shortCommit(baseline.commit) : '',
  timeText(baseline.createdAt),
  baseline.diffId ?? 'set directly',
];

function formatBaselines({ suite, branch, baselines }: BaselinesOutput, style: Style): string {
  const place = branch === null ? '' : ` on ${branch}`;
  if (baselines.length === 0) return `Suite "${suite}" has no baselines${place}\n`;
  const head = ['SNAPSHOT', 'BRANCH', 'COMMIT', 'SINCE (UTC)', 'APPROVED IN'];
  return formatTable(head, baselines.map(rowOf), style);
}

async function list({ suite, branch, ...flags }: BaselinesFlags, context: Context): Promise<number> {
  const progress = createProgress(context);
  const client = await createClient(flags, context, progress);
  const baselines = await client
    .listBaselines({ suite, branch })
    .catch((error) => Promise.reject(explainMissingSuite(error, suite)))
    .finally(progress.end);
  const document: BaselinesOutput = {
    version: outputVersion,
    exitCode: exitCodes.success,
    suite,
    branch: branch ?? null,
    baselines,
  };
  await present(document, (style) => formatBaselines(document, style), context);
  return exitCodes.success;
}

export function addBaselines(program: Command, run: Run): void {
  const command = program
    .command('baselines')
    .summary('list the approved snapshots')
    .description('Baselines: the approved snapshots of suites and branches.');
  const listing = command
    .command('list')
    .summary('list the active baselines of a suite')
    .description('Lists the active baselines of a suite, on all branches or on one.');
  addSuiteFlag(listing).option('--branch <name>', 'only those of this branch');
  addServiceFlags(addOutputFlag(listing))
    .addHelpText(
      'after',
      `
Examples:
  $ svc baselines list --branch main
  $ svc baselines list --suite e2e --output json`,
    )
    .action((flags: BaselinesFlags) => run((context) => list(flags, context)));
}
