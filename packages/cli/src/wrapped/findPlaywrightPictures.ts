import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { CliError } from '../CliError.js';
import type { Context } from '../Context.js';
import { type ImageFile, readImage } from '../files/listImages.js';
import { countText } from '../output/countText.js';
import { slotText } from '../output/slotText.js';
import { spawnCommand } from './spawnCommand.js';

/** A snapshot as `@svc/playwright` found it in a run with `SVC_IMPORT_FILE`. */
interface FoundPicture {
  name: string;
  browser?: string;
  file: string;
}

interface FoundPictures {
  suite: string;
  snapshots: FoundPicture[];
  /** Their `file` does not exist, but for these platforms one does. */
  missing: (FoundPicture & { platforms: string[] })[];
  /** Files that belong to no snapshot. */
  unused: string[];
}

/**
 * Runs the tests, whose plugin finds the committed file of each snapshot that they take.
 * @throws CliError where the tests fail, or nothing was found
 */
export async function findPlaywrightPictures(
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
        `the tests ended with exit code ${code}: nothing was imported. Leave out those that fail, as in ` +
          '`svc import playwright -- npx playwright test --grep-invert <title>`',
      );
    }
    const { suite, snapshots, missing, unused } = await readFound(file);
    const shown = (path: string) => relative(context.cwd, path);
    tellLeftOut({ missing, unused }, platform, context);
    if (snapshots.length === 0) throw noPictures(missing, platform);
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

async function readFound(file: string): Promise<FoundPictures> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    throw new CliError(
      'NO_PLUGIN',
      'the tests ran without the reporter of @svc/playwright of this version: wrap the configuration in withSvc(), ' +
        'and leave out --reporter',
    );
  });
  const [first = '', ...others] = text.trim().split('\n');
  if (others.length > 0) {
    throw new CliError(
      'SEVERAL_RUNS',
      'the command runs Playwright more than once: import each run by a command of its own',
    );
  }
  return JSON.parse(first) as FoundPictures;
}

function tellLeftOut(
  { missing, unused }: Pick<FoundPictures, 'missing' | 'unused'>,
  platform: string,
  { stderr, cwd }: Context,
): void {
  const list = (title: string, lines: readonly string[]) => {
    if (lines.length > 0) stderr.write(`${title}\n${lines.map((line) => `  ${line}\n`).join('')}`);
  };
  list(
    `${countText(missing.length, 'snapshot')} without a file for ${platform}, which will be new:`,
    missing.map(({ name, browser = null, file, platforms }) => {
      const others = platforms.length > 0 ? `, but for ${platforms.join(' and ')}` : '';
      return `${slotText({ name, viewport: null, browser })}: no ${relative(cwd, file)}${others}`;
    }),
  );
  list(
    `${countText(unused.length, 'file')} left out, since no test that ran takes its picture:`,
    unused.map((file) => relative(cwd, file)),
  );
}

function noPictures(missing: FoundPictures['missing'], platform: string): CliError {
  const others = [...new Set(missing.flatMap(({ platforms }) => platforms))];
  const advice = others.length > 0 ? `: there are files for ${others.join(' and ')}, see --platform` : '';
  return new CliError(
    'NO_SNAPSHOTS',
    `no snapshot of these tests has a committed file for ${platform}${advice}`,
  );
}
