import { posix, relative, resolve } from 'node:path';
import type { Place } from './shotOf.js';
import type { Reference } from './Taken.js';

/** Of `browser.expect.toMatchScreenshot`. */
interface ScreenshotPaths {
  screenshotDirectory?: string | undefined;
  resolveScreenshotPath?: ((data: never) => string) | undefined;
}

export interface ReferencePlace extends Place {
  project: Place['project'] & {
    config: {
      attachmentsDir: string;
      browser: {
        name: string;
        screenshotDirectory?: string | undefined;
        expect?: { toMatchScreenshot?: ScreenshotPaths | undefined } | undefined;
      };
    };
  };
}

const usualDirectory = '__screenshots__';

/**
 * The files that Vitest without the plugin compares a picture with, the likeliest first.
 * @param platform as in `process.platform`
 */
export function referenceFiles(
  { name, testName }: Reference,
  { project, testPath }: ReferencePlace,
  platform: string,
): string[] {
  if (testPath === undefined) throw new Error('a picture was taken outside a test file');
  const { root, attachmentsDir, browser } = project.config;
  const paths: ScreenshotPaths = browser.expect?.toMatchScreenshot ?? {};
  const isPng = posix.extname(name) === '.png';
  const parts = {
    arg: sanitizePath(isPng ? posix.basename(name, '.png') : name),
    ext: '.png',
    platform,
    root,
    attachmentsDir: relative(root, attachmentsDir),
    testFileDirectory: relative(root, resolve(testPath, '..')),
    testFileName: posix.basename(testPath.replaceAll('\\', '/')),
    testName: sanitize(testName),
    browserName: browser.name,
    project,
  };
  const pathOf = (paths.resolveScreenshotPath ?? usualPath) as (parts: PathParts) => string;
  return directoriesOf(root, paths, browser.screenshotDirectory).map((screenshotDirectory) =>
    pathOf({ ...parts, screenshotDirectory }),
  );
}

/** Vitest 5 has a setting of its own for these files; before, they were where other screenshots are. */
function directoriesOf(root: string, paths: ScreenshotPaths, shared: string | undefined): string[] {
  if (paths.screenshotDirectory !== undefined) return [paths.screenshotDirectory];
  if (shared === undefined) return [usualDirectory];
  return [relative(root, posix.join(root, shared)), usualDirectory];
}

/** What Vitest tells the setting `resolveScreenshotPath`. */
interface PathParts {
  arg: string;
  ext: string;
  platform: string;
  root: string;
  attachmentsDir: string;
  screenshotDirectory: string;
  testFileDirectory: string;
  testFileName: string;
  testName: string;
  browserName: string;
  project: unknown;
}

const usualPath = (parts: PathParts): string =>
  resolve(
    ...[parts.root, parts.testFileDirectory, parts.screenshotDirectory, parts.testFileName],
    `${parts.arg}-${parts.browserName}-${parts.platform}${parts.ext}`,
  );

const sanitize = (text: string): string =>
  text
    .replace(/\s+/g, '-')
    .replace(/[^\w-]+/g, '')
    .replace(/-{2,}/g, '-');

/** As Vitest does, which keeps folders in a name, but none above. */
const sanitizePath = (path: string): string =>
  posix.relative('/', posix.join('/', path)).split('/').map(sanitize).join('/');
