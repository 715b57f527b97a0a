import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import { type ImageFile, readImage } from '../files/listImages.js';
import { countText } from '../output/countText.js';
import { slotText } from '../output/slotText.js';
import { spawnCommand } from '../wrapped/spawnCommand.js';
import { listLines } from './listLines.js';

/** Whose plugin finds the images. */
export interface ImageRunner {
  name: string;
  /** What the configuration needs. */
  plugin: string;
  /** A command without a test that fails. */
  filtered: string;
}

export const playwright: ImageRunner = {
  name: 'Playwright',
  plugin:
    'the reporter of @svc/playwright of this version: wrap the configuration in withSvc(), and leave out --reporter',
  filtered: 'svc import playwright -- npx playwright test --grep-invert <title>',
};

export const vitest: ImageRunner = {
  name: 'Vitest',
  plugin: '@svc/vitest of this version: add svcVitest() to the plugins of the configuration',
  filtered: 'svc import vitest -- npx vitest run <files>',
};

/** A snapshot as its plugin found it in a run with `SVC_IMPORT_FILE`. */
interface FoundImage {
  name: string;
  browser?: string;
  file: string;
}

interface FoundImages {
  suite: string;
  snapshots: FoundImage[];
  /** Their `file` does not exist, but for these platforms one does. */
  missing: (FoundImage & { platforms: string[] })[];
  /** Files that belong to no snapshot. */
  unused: string[];
}

/**
 * Runs the tests, whose plugin finds the committed file of each snapshot that they take.
 * @throws CliError where the tests fail, or nothing was found
 */
export async function runForImages(
  runner: ImageRunner,
  command: readonly string[],
  platform: string,
  context: Context,
): Promise<{ suite: string; snapshots: ImageFile[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-import-'));
  try {
    const file = join(folder, 'found.jsonl');
    context.note('the tests were running; nothing was sent');
    const code = await spawnCommand(command, {
      cwd: context.cwd,
      env: { ...context.env, SVC_IMPORT_FILE: file, SVC_IMPORT_PLATFORM: platform },
      toStderr: true,
    });
    context.signal.throwIfAborted();
    if (code !== 0) {
      throw new CliError(
        'TESTS_FAILED',
        `the tests ended with exit code ${code}: nothing was imported. Exclude the tests that fail, as in \`${runner.filtered}\``,
      );
    }
    const { suite, snapshots, missing, unused } = await readFound(file, runner);
    const shown = (path: string) => relative(context.cwd, path);
    tellLeftOut({ missing, unused }, platform, context);
    if (snapshots.length === 0) throw noImages(missing, platform);
    return {
      suite,
      snapshots: snapshots.map(({ name, browser, file: path }) => ({
        name,
        browser,
        file: shown(path),
        png: () => readImage(path, shown(path)),
      })),
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function readFound(file: string, { name, plugin }: ImageRunner): Promise<FoundImages> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new CliError('NO_PLUGIN', `the tests ran without ${plugin}`);
  });
  const [first = '', ...others] = text.trim().split('\n');
  if (others.length > 0) {
    throw new CliError(
      'SEVERAL_RUNS',
      `the command runs ${name} more than once: import each run with a separate command`,
    );
  }
  return JSON.parse(first) as FoundImages;
}

function tellLeftOut(
  { missing, unused }: Pick<FoundImages, 'missing' | 'unused'>,
  platform: string,
  { stderr, cwd }: Context,
): void {
  listLines(
    stderr,
    `${countText(missing.length, 'snapshot')} without a file for ${platform}, which will be new:`,
    missing.map(({ name, browser = null, file, platforms }) => {
      const others = platforms.length > 0 ? `, but for ${platforms.join(' and ')}` : '';
      return `${slotText({ name, viewport: null, browser })}: no ${relative(cwd, file)}${others}`;
    }),
  );
  listLines(
    stderr,
    `${countText(unused.length, 'file')} left out, since no test that ran takes its picture:`,
    unused.map((file) => relative(cwd, file)),
  );
}

function noImages(missing: FoundImages['missing'], platform: string): CliError {
  const others = [...new Set(missing.flatMap(({ platforms }) => platforms))];
  const advice = others.length > 0 ? `: there are files for ${others.join(' and ')}, see --platform` : '';
  return new CliError(
    'NO_SNAPSHOTS',
    `no snapshot of these tests has a committed file for ${platform}${advice}`,
  );
}
