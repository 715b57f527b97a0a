import { fileURLToPath } from 'node:url';
import type { Answer } from '@svc/test-core/vitest';
import type { BrowserCommandContext, Vitest } from 'vitest/node';
import { type Emulating, emulate, type Media } from './emulate.js';
import { checkOptions, type SvcOptions } from './options.js';
import { RunReporter } from './RunReporter.js';
import type { Announced, PictureSettings, ScreenshotSettings, Taken } from './Taken.js';
import { version } from './version.js';

/** A plugin as every version of Vite takes it. */
interface VitestPlugin {
  name: string;
  config(): object;
  configureVitest(context: { vitest: Vitest }): void;
}

/** One for each Vitest of this process, however many of its projects have the plugin. */
const reporters = new WeakMap<Vitest, RunReporter>();

const reporterOf = (vitest: Vitest): RunReporter => {
  const { shard, watch: isWatching } = vitest.config;
  const userAgent = `svc-vitest/${version}`;
  const reporter = reporters.get(vitest) ?? new RunReporter({ shard, isWatching, userAgent });
  reporters.set(vitest, reporter);
  return reporter;
};

/**
 * Turns every `toMatchScreenshot()` of browser mode into a snapshot: nothing is compared with or written to files of the
 * repository, and the pictures are uploaded when their test has ended.
 */
export function svcVitest(options: SvcOptions): VitestPlugin {
  checkOptions(options);
  const commands = {
    svcSettings: ({ project }: BrowserCommandContext): PictureSettings => {
      const settings: ScreenshotSettings = project.config.browser.expect?.toMatchScreenshot ?? {};
      const { screenshotOptions, timeout } = settings;
      return { screenshotOptions: { ...screenshotOptions }, timeout, layout: options.layout ?? true };
    },
    svcIsKnown: ({ project, testPath }: BrowserCommandContext, announced: Announced): boolean =>
      reporterOf(project.vitest).isKnown(announced, { project, testPath }, options),
    svcTake: ({ project, testPath }: BrowserCommandContext, taken: Taken): Promise<Answer> =>
      reporterOf(project.vitest).take(taken, { project, testPath }, options),
    svcEmulate: (context: BrowserCommandContext, media: Media): Promise<void> =>
      emulate(context as unknown as Emulating, media),
  };
  return {
    name: 'svc',
    config: () => ({
      test: {
        setupFiles: [fileURLToPath(new URL('setup.js', import.meta.url))],
        browser: { commands },
      },
    }),
    configureVitest({ vitest }) {
      if (reporters.has(vitest)) return;
      // It comes first: what it prints at the end of a run is then above the summary.
      vitest.config.reporters.unshift(reporterOf(vitest) as never);
    },
  };
}
