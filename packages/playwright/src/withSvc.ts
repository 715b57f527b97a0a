import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PlaywrightTestConfig, ReporterDescription } from '@playwright/test';
import { holdPages } from './holdPages.js';
import { isInteractive } from './isInteractive.js';
import { checkOptions, type SvcOptions } from './options.js';
import { failsNewPictures } from './runner.js';
import { sharedState } from './sharedState.js';
import { workerFolder } from './shotFolder.js';

type Expect = PlaywrightTestConfig['expect'];

/** Where Playwright keeps other snapshots than screenshots unless it is told otherwise. */
const ariaTemplate = '{snapshotDir}/{testFileDir}/{testFileName}-snapshots/{arg}{ext}';

const besideThis = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/**
 * Turns every `toHaveScreenshot()` of a Playwright suite into a snapshot: it takes its picture as before, nothing is
 * compared with or written to files of the repository, and the pictures are uploaded when their test has ended. In UI mode
 * snapshots pass, and nothing is uploaded.
 */
export function withSvc<T extends PlaywrightTestConfig>(config: T, options: SvcOptions): T {
  checkOptions(options);
  if (isInteractive()) return { ...config, ignoreSnapshots: true };
  sharedState.options = options;
  sharedState.config = config;
  muteWorker();
  holdPages(options.stabilise);
  // This runs in the runner and in each worker. What no earlier test has left is taken for new, and passes.
  const pathTemplate = join(workerFolder(), '{testFilePath}', '{arg}{ext}');
  const { buffers = false } = options;
  const place = (expect: Expect, aria = config.snapshotPathTemplate): Expect => ({
    ...expect,
    toHaveScreenshot: { ...expect?.toHaveScreenshot, pathTemplate },
    ...(buffers
      ? { toMatchAriaSnapshot: { pathTemplate: aria ?? ariaTemplate, ...expect?.toMatchAriaSnapshot } }
      : {}),
  });
  return {
    ...config,
    updateSnapshots: failsNewPictures ? 'changed' : 'missing',
    expect: place(config.expect),
    ...(buffers ? { snapshotPathTemplate: pathTemplate } : {}),
    ...(config.projects
      ? {
          projects: config.projects.map((project) => ({
            ...project,
            ...(project.expect ? { expect: place(project.expect, project.snapshotPathTemplate) } : {}),
            ...(buffers && project.snapshotPathTemplate ? { snapshotPathTemplate: pathTemplate } : {}),
          })),
        }
      : {}),
    reporter: [[besideThis('reporter.cjs')], ...reportersOf(config)],
    globalTeardown: [...[config.globalTeardown ?? []].flat(), besideThis('checkReporter.cjs')],
  };
}

/** The reporters of a configuration, and Playwright's own choice where there are none. */
function reportersOf({ reporter }: PlaywrightTestConfig): ReporterDescription[] {
  if (reporter === undefined) return [[process.env.CI ? 'dot' : 'list']];
  return typeof reporter === 'string' ? [[reporter]] : [...reporter];
}

/**
 * Playwright says of each picture that it is new, and where it was written to. Where it has just overwritten one, this is the
 * place to fail the test.
 */
function muteWorker(): void {
  if (process.env.TEST_WORKER_INDEX === undefined || sharedState.isMuted) return;
  sharedState.isMuted = true;
  const { log } = console;
  const folder = workerFolder();
  const noise = `A snapshot doesn't exist at ${folder}`;
  console.log = (...words: unknown[]) => {
    const [text] = words;
    if (typeof text !== 'string') return log(...words);
    if (text.startsWith(folder) && text.includes('is re-generated'))
      throw new Error('two screenshots of one name have different pixels: give them different names');
    if (!text.startsWith(noise)) log(...words);
  };
}
