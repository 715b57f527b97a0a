import { fileURLToPath } from 'node:url';
import type { Vitest } from 'vitest/node';
import type { StoryContext } from './book/openBookStages.js';
import { checkStoryTestOptions, type SvcStoryTestOptions } from './options.js';
import { StoryReporter, type VisitedStory } from './StoryReporter.js';
import { version } from './version.js';

/** A plugin as every version of Vite takes it. */
interface VitestPlugin {
  name: string;
  config(): object;
  configureVitest(context: { vitest: object }): void;
}

/** One for each Vitest of this process, however many of its projects have the plugin. */
const reporters = new WeakMap<Vitest, StoryReporter>();

const reporterOf = (vitest: Vitest): StoryReporter => {
  const { shard, watch: isWatching } = vitest.config;
  const userAgent = `svc-storybook/${version}`;
  const reporter = reporters.get(vitest) ?? new StoryReporter({ shard, isWatching, userAgent });
  reporters.set(vitest, reporter);
  return reporter;
};

/**
 * For Vitest's configuration, beside `storybookTest()` of `@storybook/addon-vitest`: every story whose test passes is a
 * snapshot, which is uploaded and compared when its test has ended.
 */
export function svcStorybook(options: SvcStoryTestOptions): VitestPlugin {
  checkStoryTestOptions(options);
  const commands = {
    svcTakeStory: (context: StoryContext, story: VisitedStory): Promise<string | null> =>
      reporterOf(context.project.vitest).take(story, context, options),
  };
  return {
    name: 'svc-storybook',
    config: () => ({
      test: {
        setupFiles: [fileURLToPath(new URL('vitestSetup.js', import.meta.url))],
        browser: { commands },
      },
    }),
    configureVitest(context) {
      const vitest = context.vitest as Vitest;
      if (reporters.has(vitest)) return;
      // It comes first: what it prints at the end of a run is then above the summary.
      vitest.config.reporters.unshift(reporterOf(vitest) as never);
    },
  };
}
