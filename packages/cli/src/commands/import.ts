import { resolve } from 'node:path';
import { type Command, Option } from 'commander';
import { CliError } from '../CliError.js';
import type { Run } from '../Context.js';
import { type ImportFlags, importSnapshots } from '../capture/importSnapshots.js';
import { checkDirectory } from '../files/checkBuild.js';
import { listImages } from '../files/listImages.js';
import { addServiceFlags, addSuiteFlag } from '../flags.js';
import { findBackstopImages } from '../imports/findBackstopImages.js';
import { findJestImages, type JestFlags } from '../imports/findJestImages.js';
import { findLostPixelImages, type LostPixelFlags } from '../imports/findLostPixelImages.js';
import { findRegSuitImages, type RegSuitFlags } from '../imports/findRegSuitImages.js';
import { type ImageRunner, playwright, runForImages, vitest } from '../imports/runForImages.js';

const addImportFlags = (command: Command): Command =>
  addServiceFlags(
    command
      .option('--branch <name>', 'branch of the baselines (default: SVC_BRANCH, then CI, then git)')
      .option('--commit <sha>', 'commit of the baselines (default: SVC_COMMIT, then CI, then git)')
      .option('--dry-run', 'print the file and name of each image, and import nothing')
      .option('--replace', 'replace baselines that exist'),
  );

const note = `
An import sets baselines without a review, so it needs a key or login that may approve. Run it on the default branch.
Baselines are set only after the last upload, so an interrupted import sets none.
`;

export function addImport(program: Command, run: Run): void {
  const command = program
    .command('import')
    .summary('set images of the repository as baselines')
    .description(
      'Sets the images that a repository keeps for another tool as baselines, under the names of their future snapshots, so ' +
        'that the first run shows no changes.',
    )
    .enablePositionalOptions()
    .addHelpText(
      'after',
      `
Begin with --dry-run: it lists the file and the snapshot of each baseline, and imports nothing.
${note}
Examples:
  $ svc import playwright --dry-run
  $ svc import jest-image-snapshot --suite e2e
  $ svc import folder screenshots`,
    );
  addPlaywright(command, run);
  addVitest(command, run);
  addJest(command, run);
  addBackstop(command, run);
  addLostPixel(command, run);
  addRegSuit(command, run);
  addFolder(command, run);
  command
    .argument('[tool...]')
    .usage('<tool> [options]')
    .allowUnknownOption()
    .action(([tool]: string[]) => run(() => Promise.reject(refusalOf(tool))));
}

function addPlaywright(parent: Command, run: Run): void {
  const command = parent
    .command('playwright')
    .summary('images that a Playwright suite has committed')
    .description(
      'Runs the tests once, with withSvc() in their configuration, and sets the file that toHaveScreenshot() was compared with ' +
        'as the baseline of each snapshot that they take.',
    );
  addRun(command, run, playwright, ['npx', 'playwright', 'test']).addHelpText(
    'after',
    `${note}
Examples:
  $ svc import playwright --dry-run
  $ svc import playwright
  $ svc import playwright --platform darwin -- npx playwright test --project chromium`,
  );
}

function addVitest(parent: Command, run: Run): void {
  const command = parent
    .command('vitest')
    .summary("images that Vitest's browser mode has committed")
    .description(
      'Runs the tests once, with svcVitest() in their configuration, and sets the reference that toMatchScreenshot() was ' +
        'compared with as the baseline of each snapshot that they take.',
    );
  addRun(command, run, vitest, ['npx', 'vitest', 'run']).addHelpText(
    'after',
    `${note}
The files are those of resolveScreenshotPath and screenshotDirectory, by default
__screenshots__/<test file>/<name>-<browser>-<platform>.png.

Examples:
  $ svc import vitest --dry-run
  $ svc import vitest
  $ svc import vitest --platform darwin -- npx vitest run --project chromium`,
  );
}

/** Of a runner whose plugin says which file belongs to which snapshot. */
function addRun(command: Command, run: Run, runner: ImageRunner, usual: readonly string[]): Command {
  command
    .argument('[command...]', `command that runs the tests, after -- (default: ${usual.join(' ')})`)
    .passThroughOptions()
    .addOption(
      new Option('--platform <name>', 'operating system whose files to import, if there are several')
        .choices(['linux', 'darwin', 'win32'])
        .default('linux'),
    );
  return addImportFlags(command).action(
    (words: string[], { platform, ...flags }: ImportFlags & { platform: string }) =>
      run(async (context) => {
        const tests = words.length > 0 ? words : usual;
        const { suite, snapshots } = await runForImages(runner, tests, platform, context);
        return importSnapshots(snapshots, { ...flags, suite }, context);
      }),
  );
}

function addJest(parent: Command, run: Run): void {
  const command = parent
    .command('jest-image-snapshot')
    .summary('images of toMatchImageSnapshot() in Jest')
    .description(
      'Lists the tests with Jest, without running them, and sets their files in __image_snapshots__ as baselines. Their names ' +
        'are the default names of snapshot() in @svc/puppeteer: file > titles > n.',
    )
    .argument('[command...]', 'command that starts Jest, after -- (default: npx jest)')
    .passThroughOptions()
    .option('--snapshots-dir <directory>', 'where the images are, if customSnapshotsDir is set')
    .option('--identifiers', 'also import files that match no test, under their customSnapshotIdentifier');
  addImportFlags(addSuiteFlag(command))
    .addHelpText(
      'after',
      `${note}
File names are in kebab case, without punctuation: a file belongs to the test whose titles consist of the same words.
Files without such a test are listed and skipped. In tests with a customSnapshotIdentifier, pass it to snapshot() as the
name, and import them with --identifiers. If you will send files with \`svc upload\`, use \`svc import folder\`.

Examples:
  $ svc import jest-image-snapshot --suite e2e --dry-run
  $ svc import jest-image-snapshot --suite e2e -- npx jest --config e2e/jest.config.js
  $ svc import jest-image-snapshot --suite e2e --snapshots-dir e2e/images --identifiers`,
    )
    .action((words: string[], { snapshotsDir, identifiers, ...flags }: ImportFlags & JestFlags) =>
      run(async (context) => {
        const jest = words.length > 0 ? words : ['npx', 'jest'];
        const images = await findJestImages(jest, { snapshotsDir, identifiers }, context);
        return importSnapshots(images, flags, context);
      }),
    );
}

function addBackstop(parent: Command, run: Run): void {
  const command = parent
    .command('backstop')
    .summary('reference images of BackstopJS')
    .description(
      'Sets the reference images of BackstopJS as baselines, each with the label of its scenario as the name, and with the size ' +
        'of its viewport. If a scenario has several selectors, the name is label > selector.',
    )
    .option('--config <file>', 'configuration of BackstopJS (default: backstop.json, then backstop.js)');
  addImportFlags(addSuiteFlag(command))
    .addHelpText(
      'after',
      `${note}
Examples:
  $ svc import backstop --dry-run
  $ svc import backstop --config tests/backstop.js --suite pages`,
    )
    .action(({ config, ...flags }: ImportFlags & { config?: string }) =>
      run(async (context) => importSnapshots(await findBackstopImages(config, context), flags, context)),
    );
}

function addLostPixel(parent: Command, run: Run): void {
  const command = parent
    .command('lost-pixel')
    .summary('baselines of Lost Pixel')
    .description(
      'Sets the baselines of Lost Pixel as baselines of svc. If there is a Storybook build, images of stories get the names and ' +
        'viewports of svc stories-a. Pages and custom shots are named by their files, as in svc upload.',
    )
    .option(
      '--config <file>',
      'configuration of Lost Pixel (default: lostpixel.config.ts, .js, .cjs, .mjs or .json)',
    )
    .option(
      '--baseline <directory>',
      'where the images are (default: imagePathBaseline of the configuration)',
    )
    .option('--storybook <directory>', 'build of Storybook (default: storybookUrl of the configuration)');
  addImportFlags(addSuiteFlag(command))
    .addHelpText(
      'after',
      `${note}
svc reads the configuration without running it, so pass values that it computes as options.

Examples:
  $ svc import lost-pixel --dry-run
  $ svc import lost-pixel --storybook storybook-static --suite storybook`,
    )
    .action(({ config, baseline, storybook, ...flags }: ImportFlags & LostPixelFlags) =>
      run(async (context) => {
        const images = await findLostPixelImages({ config, baseline, storybook }, context);
        return importSnapshots(images, flags, context);
      }),
    );
}

function addRegSuit(parent: Command, run: Run): void {
  const command = parent
    .command('reg-suit')
    .summary('expected images of reg-suit')
    .description(
      'Sets the images that reg-suit compares with, in <workingDir>/expected, as baselines, each named by its path without the ' +
        'extension, as svc upload names the images in actualDir.',
    )
    .option('--config <file>', 'configuration of reg-suit', 'regconfig.json')
    .option('--actual', 'import the images of the last test run, in actualDir, instead');
  addImportFlags(addSuiteFlag(command))
    .addHelpText(
      'after',
      `${note}
Examples:
  $ npx reg-suit sync-expected && svc import reg-suit --dry-run
  $ svc import reg-suit --suite e2e
  $ svc import reg-suit --actual`,
    )
    .action(({ config, actual, ...flags }: ImportFlags & RegSuitFlags) =>
      run(async (context) =>
        importSnapshots(await findRegSuitImages({ config, actual }, context), flags, context),
      ),
    );
}

function addFolder(parent: Command, run: Run): void {
  const command = parent
    .command('folder')
    .summary('PNG files of a directory, named as svc upload names them')
    .description(
      'Sets the .png, .jpg, .jpeg and .webp files of a directory and its subdirectories as baselines, each named by its path without the extension, as in svc upload.',
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

const tools = 'playwright, vitest, jest-image-snapshot, backstop, lost-pixel, reg-suit or folder';

const refusalOf = (tool: string | undefined): CliError =>
  tool === undefined
    ? new CliError('USAGE', `import what? svc import ${tools}`)
    : new CliError(
        'USAGE',
        `svc import does not support "${tool}", only ${tools}; for images that you will send with svc upload, run svc import folder <directory>`,
      );
