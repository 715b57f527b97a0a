import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { CliError } from '../CliError.js';
import type { Run } from '../Context.js';
import { type ImportFlags, importSnapshots } from '../capture/importSnapshots.js';
import { checkDirectory } from '../files/checkBuild.js';
import { listImages } from '../files/listImages.js';
import { addServiceFlags, addSuiteFlag } from '../flags.js';
import { findPlaywrightPictures } from '../wrapped/findPlaywrightPictures.js';

const addImportFlags = (command: Command): Command =>
  addServiceFlags(
    command
      .option('--branch <name>', 'branch of the baselines (default: SVC_BRANCH, then what CI says, then git)')
      .option('--commit <sha>', 'commit of the baselines (default: SVC_COMMIT, then what CI says, then git)')
      .option('--dry-run', 'print what would be imported under which name; nothing is sent')
      .option('--replace', 'replace baselines that exist'),
  );

const note = `
What is imported becomes the baseline of its snapshots without a review, which needs a key or login that may approve. Run it on the
default branch. Nothing is set before the last file is uploaded: an import that is interrupted leaves no baseline.
`;

export function addImport(program: Command, run: Run): void {
  const command = program
    .command('import')
    .summary('set PNG files of the repository as baselines')
    .description(
      'Sets the PNG files that a repository keeps for another tool as baselines, under the names that their snapshots will have: ' +
        'the first run then shows no changes.',
    )
    .enablePositionalOptions();
  addPlaywright(command, run);
  addFolder(command, run);
  command
    .argument('[tool...]')
    .usage('[playwright|folder]')
    .allowUnknownOption()
    .action(([tool]: string[]) => run(() => Promise.reject(refusalOf(tool))));
}

function addPlaywright(parent: Command, run: Run): void {
  const command = parent
    .command('playwright')
    .summary('pictures that a Playwright suite has committed')
    .description(
      'Runs the tests once, with withSvc() in their configuration, and sets the file that toHaveScreenshot() was compared with ' +
        'as the baseline of each snapshot that they take.',
    )
    .argument('[command...]', 'command that runs the tests, after -- (default: npx playwright test)')
    .passThroughOptions()
    .addOption(
      new Option('--platform <name>', 'whose files, where there are some for each operating system')
        .choices(['linux', 'darwin', 'win32'])
        .default('linux'),
    );
  addImportFlags(command)
    .addHelpText(
      'after',
      `${note}
Examples:
  $ svc import playwright --dry-run
  $ svc import playwright
  $ svc import playwright --platform darwin -- npx playwright test --project chromium`,
    )
    .action((words: string[], { platform, ...flags }: ImportFlags & { platform: string }) =>
      run(async (context) => {
        const tests = words.length > 0 ? words : ['npx', 'playwright', 'test'];
        const { suite, snapshots } = await findPlaywrightPictures(tests, platform, context);
        return importSnapshots(snapshots, { ...flags, suite }, context);
      }),
    );
}

function addFolder(parent: Command, run: Run): void {
  const command = parent
    .command('folder')
    .summary('PNG files of a directory, named as svc upload names them')
    .description(
      'Sets the .png, .jpg, .jpeg and .webp files of a directory and of those below it as baselines, each named by its path without the extension, as svc upload does.',
    )
    .argument('<directory>', 'directory of PNG files');
  addImportFlags(addSuiteFlag(command))
    .addHelpText(
      'after',
      `${note}
Examples:
  $ svc import folder screenshots --dry-run
  $ svc import folder screenshots --suite e2e`,
    )
    .action((dir: string, flags: ImportFlags) =>
      run(async (context) => {
        const directory = resolve(context.cwd, dir);
        await checkDirectory(directory, dir);
        return importSnapshots(await listImages(directory, dir), flags, context);
      }),
    );
}

/** Tools whose files have names that no plugin of svc gives. */
const otherTools: Record<string, string> = {
  backstop: 'BackstopJS',
  'lost-pixel': 'Lost Pixel',
  'reg-suit': 'reg-suit',
  'jest-image-snapshot': 'jest-image-snapshot',
};

function refusalOf(tool: string | undefined): CliError {
  if (tool === undefined)
    return new CliError('USAGE', 'import what? svc import playwright, or svc import folder <directory>');
  if (tool === 'vitest')
    return new CliError(
      'USAGE',
      'svc import cannot read images of Vitest: run the tests once on the default branch with @svc/vitest and ' +
        '`svc run --auto-approve`, which makes what they show the baselines',
    );
  const known = Object.hasOwn(otherTools, tool) ? otherTools[tool] : undefined;
  if (known === undefined)
    return new CliError(
      'USAGE',
      `svc import knows no "${tool}": use svc import playwright, or svc import folder <directory>`,
    );
  return new CliError(
    'USAGE',
    `no plugin of svc takes the screenshots of ${known}, so there are no names to import its files under. If you will send ` +
      'its screenshots with `svc upload`, import the directory of its reference images with `svc import folder <directory>`: ' +
      'both name a file by its path in the directory',
  );
}
