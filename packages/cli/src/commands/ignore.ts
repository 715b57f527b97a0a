import { SvcError } from '@svc/sdk';
import { type Command, Option } from 'commander';
import { createClient } from '../access/createClient.js';
import { CliError } from '../CliError.js';
import type { Context, Run } from '../Context.js';
import { exitCodes } from '../exitCodes.js';
import { addOutputFlag, addServiceFlags, addSuiteFlag, parseViewport, type ServiceFlags } from '../flags.js';
import { chooseScope, type ScopeFlags } from '../ignoring/chooseScope.js';
import { formatAdded, formatAreas } from '../ignoring/formatAreas.js';
import { parseExpiry } from '../ignoring/parseExpiry.js';
import { addPlaceFlags, type Box } from '../ignoring/parsePlace.js';
import { explainMissingSuite } from '../output/explainMissingSuite.js';
import { type IgnoreAreasOutput, outputVersion } from '../output/Output.js';
import { createProgress } from '../output/Progress.js';
import { present } from '../output/present.js';

interface AddFlags extends ServiceFlags, ScopeFlags {
  suite: string;
  box?: Box;
  element?: string;
  label: string;
  expires?: string;
}

const documentOf = (given: Pick<IgnoreAreasOutput, 'areas' | 'removed'>): IgnoreAreasOutput => ({
  version: outputVersion,
  exitCode: exitCodes.success,
  ...given,
});

async function add(
  { suite, box, element, label, expires, ...flags }: AddFlags,
  context: Context,
): Promise<number> {
  if ((box === undefined) === (element === undefined)) {
    throw new CliError(
      'USAGE',
      'what is ignored? Pass either --box <x,y,width,height> or --element <selector>',
    );
  }
  const options = { suite, ...chooseScope(flags), box, element, label, expiresAt: expires };
  const progress = createProgress(context);
  const client = await createClient(flags, context, progress);
  const area = await client.ignoreAreas
    .add(options)
    .catch((error) => Promise.reject(explainMissingSuite(error, suite)))
    .finally(progress.end);
  await present(documentOf({ areas: [area], removed: null }), () => formatAdded(area), context);
  return exitCodes.success;
}

async function list(
  { suite, ...flags }: ServiceFlags & { suite?: string },
  context: Context,
): Promise<number> {
  const progress = createProgress(context);
  const client = await createClient(flags, context, progress);
  const areas = await client.ignoreAreas
    .list({ suite })
    .catch((error) => Promise.reject(suite === undefined ? error : explainMissingSuite(error, suite)))
    .finally(progress.end);
  const none =
    suite === undefined ? 'This project has no ignore areas' : `Suite "${suite}" has no ignore areas`;
  const text = () => (areas.length === 0 ? `${none}\n` : formatAreas(areas));
  await present(documentOf({ areas, removed: null }), text, context);
  return exitCodes.success;
}

async function remove(areaId: string, flags: ServiceFlags, context: Context): Promise<number> {
  const progress = createProgress(context);
  const client = await createClient(flags, context, progress);
  await client.ignoreAreas
    .remove(areaId)
    .catch((error) => Promise.reject(explainMissingArea(error, areaId)))
    .finally(progress.end);
  const text = () => `Removed ${areaId}: comparisons from now on show what changes there\n`;
  await present(documentOf({ areas: [], removed: areaId }), text, context);
  return exitCodes.success;
}

/** The service says only that an area is missing, not which. */
const explainMissingArea = (error: unknown, areaId: string): unknown =>
  error instanceof SvcError && error.code === 'IGNORE_AREA_NOT_FOUND'
    ? new CliError(error.code, `this project has no ignore area ${areaId}; svc ignore list has all of them`, {
        cause: error,
      })
    : error;

export function addIgnore(program: Command, run: Run): void {
  const command = program
    .command('ignore')
    .summary('areas that comparisons ignore')
    .description('Ignore areas: boxes and elements that comparisons ignore in both images.');
  addAdd(command, run);
  addList(command, run);
  addRemove(command, run);
}

function addAdd(program: Command, run: Run): void {
  const command = program
    .command('add')
    .summary('ignore a box or an element in later comparisons')
    .description(
      'Makes later comparisons ignore a box or an element of a snapshot, of all variants of a name, or of a whole suite. ' +
        'New and removed snapshots are still shown, and earlier decisions stay.',
    );
  addSuiteFlag(command)
    .option('--snapshot <name>', 'snapshot, in all its viewports and browsers')
    .option('--viewport <size>', 'only in this viewport, such as 1280x720', parseViewport)
    .option('--browser <name>', 'only in this browser')
    .addOption(
      new Option(
        '--scope <scope>',
        'snapshot, name or suite (default: snapshot with --viewport or --browser, else name)',
      ).choices(['snapshot', 'name', 'suite']),
    );
  addPlaceFlags(command)
    .requiredOption('--label <text>', 'name of the area, shown on the images')
    .option('--expires <when>', 'when it ends, such as 7d or 2027-01-31 (default: never)', (when) =>
      parseExpiry(when),
    );
  addServiceFlags(addOutputFlag(command))
    .addHelpText(
      'after',
      `
Examples:
  $ svc ignore add --snapshot Dashboard --element "#clock" --label Clock
  $ svc ignore add --snapshot Map --viewport 1280x720 --box 0,0,300,40 --label Advert --expires 7d
  $ svc ignore add --suite e2e --scope suite --element '[data-testid="build-id"]' --label "Build id"`,
    )
    .action((flags: AddFlags) => run((context) => add(flags, context)));
}

function addList(program: Command, run: Run): void {
  const command = program
    .command('list')
    .summary('list the ignore areas of the project')
    .description(
      'Lists the ignore areas of the project or of one suite, oldest first, expired ones included.',
    )
    .option('--suite <name>', 'only those of this suite');
  addServiceFlags(addOutputFlag(command))
    .addHelpText(
      'after',
      `
Examples:
  $ svc ignore list
  $ svc ignore list --suite e2e --output json`,
    )
    .action((flags: ServiceFlags & { suite?: string }) => run((context) => list(flags, context)));
}

function addRemove(program: Command, run: Run): void {
  const command = program
    .command('remove')
    .summary('remove an ignore area')
    .description('Removes an ignore area: later comparisons show changes there again.')
    .argument('<areaId>', 'area, such as iga_…');
  addServiceFlags(addOutputFlag(command))
    .addHelpText(
      'after',
      `
Example:
  $ svc ignore remove iga_1`,
    )
    .action((areaId: string, flags: ServiceFlags) => run((context) => remove(areaId, flags, context)));
}
