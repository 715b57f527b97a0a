import { realpath } from 'node:fs/promises';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import { checkDirectory } from '../files/checkBuild.js';
import { type ImageFile, readImage } from '../files/listImages.js';
import { countText } from '../output/countText.js';
import { imageNamesIn } from './imageNamesIn.js';
import { listJestTests } from './listJestTests.js';
import { listLines } from './listLines.js';
import { imageFolderOf, nameJestImages } from './nameJestImages.js';

export interface JestFlags {
  /** `customSnapshotsDir`. */
  snapshotsDir?: string | undefined;
  /** Identifiers become names. */
  identifiers?: true | undefined;
}

/**
 * The images of jest-image-snapshot, named after the tests that Jest lists.
 * @throws CliError where there are none
 */
export async function findJestImages(
  command: readonly string[],
  { snapshotsDir, identifiers }: JestFlags,
  context: Context,
): Promise<ImageFile[]> {
  const root = await realpath(context.cwd);
  const customFolder = snapshotsDir === undefined ? null : resolve(root, snapshotsDir);
  if (customFolder !== null) await checkDirectory(customFolder, snapshotsDir ?? '');
  const tests = await listJestTests(command, context);
  const folders = [...new Set(tests.map((test) => imageFolderOf(test, customFolder)))];
  const images = (await Promise.all(folders.map(imagesIn))).flat();
  if (images.length === 0) throw noImages(tests.length, snapshotsDir);
  const shown = (path: string) => relative(root, path);
  const { named, unknown, ambiguous } = nameJestImages(images, tests, { root, customFolder });
  const own = identifiers ? unknown.map((path) => ({ name: identifierOf(path, folders), path })) : [];
  tellLeftOut({ unknown: identifiers ? [] : unknown.map(shown), ambiguous: ambiguous.map(shown) }, context);
  if (named.length + own.length === 0)
    throw new CliError(
      'NO_SNAPSHOTS',
      'no image has the name that jest-image-snapshot gives to a test of this command',
    );
  return [...named, ...own].map(({ name, path }) => ({
    name,
    file: shown(path),
    png: () => readImage(path, shown(path)),
  }));
}

/** What jest-image-snapshot writes beside the images when they differ. */
const isOutput = (name: string) => /(^|\/)__(diff|received)_output__\//.test(name);

const imagesIn = async (folder: string): Promise<string[]> =>
  (await imageNamesIn(folder))
    .filter((name) => name.endsWith('.png') && !isOutput(name))
    .map((name) => join(folder, name));

/** As `customSnapshotIdentifier` gave it. */
function identifierOf(path: string, folders: readonly string[]): string {
  const folder = folders.find((one) => path.startsWith(one + sep)) ?? dirname(path);
  const name = relative(folder, dirname(path)).split(sep).join('/');
  return [...(name === '' ? [] : [name]), basename(path, '.png')].join('/');
}

function noImages(tests: number, snapshotsDir: string | undefined): CliError {
  const where = snapshotsDir ?? '__image_snapshots__ beside them';
  const found = `Jest lists ${countText(tests, 'test')}, but there are no images in ${where}`;
  const advice = snapshotsDir === undefined ? '; --snapshots-dir names the folder of customSnapshotsDir' : '';
  return new CliError('NO_SNAPSHOTS', `${found}${advice}`);
}

function tellLeftOut(
  { unknown, ambiguous }: { unknown: string[]; ambiguous: string[] },
  { stderr }: Context,
): void {
  listLines(
    stderr,
    `${countText(unknown.length, 'file')} left out, since no test has its words: of a test that is gone, or with a ` +
      'customSnapshotIdentifier, which --identifiers takes as the name; `svc import folder` names files by their path:',
    unknown,
  );
  listLines(
    stderr,
    `${countText(ambiguous.length, 'file')} left out, since the titles of two tests have its words:`,
    ambiguous,
  );
}
