import { resolve } from 'node:path';
import { pictureFlags } from '@svc/stabilise';
import { openStage, type Stage, type StoryBrowser, storySteps } from '@svc/test-core/stories';
import type { BrowserCommandContext } from 'vitest/node';
import type { SvcStoryTestOptions } from '../options.js';
import { openStoryBook } from './StoryBook.js';

/** A Storybook, and a browser that shows its stories. */
export interface BookStages {
  /** Lends the page of a test's file, with the preview loaded. */
  use(context: StoryContext, storyId: string, run: (stage: Lent) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

interface Lent {
  page: Stage['page'];
  show(storyId: string, delay?: number): Promise<void>;
}

/** What of Playwright is reached through Vitest's provider. */
interface Launched extends StoryBrowser {
  close(): Promise<void>;
  browserType(): { launch(options: object): Promise<Launched> };
}
interface ProviderOptions {
  launchOptions?: { args?: string[] };
  connectOptions?: object;
  contextOptions?: object;
}

/** A command of Vitest's browser mode; the Playwright provider has a context of Playwright as well. */
export type StoryContext = BrowserCommandContext & { context?: { browser(): unknown } };

export async function openBookStages(
  context: StoryContext,
  { configDir = '.storybook', storybook, stabilise }: SvcStoryTestOptions,
): Promise<BookStages> {
  const { browser, contextOptions } = await openBrowser(context);
  const book = await openStoryBook({ configDir: resolve(configDir), storybook }).catch(async (error) => {
    await browser.close();
    throw error;
  });
  const settings = { url: book.url, stabilise: storySteps(stabilise), contextOptions };
  /** Kept from story to story of a file, by Vitest's sessions: each runs one test at a time. */
  const kept = new Map<string, { file: string | undefined; stage: Stage }>();

  return {
    async use({ sessionId, testPath }, storyId, run) {
      const last = kept.get(sessionId);
      kept.delete(sessionId);
      const isSame = last?.file === testPath;
      if (!isSame) await last?.stage.close();
      const stage = last && isSame ? last.stage : await openStage(browser, storyId, settings);
      let isClean = false;
      let hasPlayed = false;
      const show = async (id: string, delay = 0) => {
        hasPlayed = await stage.show(id, delay);
      };
      try {
        await run({ page: stage.page, show });
        isClean = !hasPlayed;
      } finally {
        if (isClean) kept.set(sessionId, { file: testPath, stage });
        else await stage.close();
      }
    },
    async close() {
      await browser.close();
      await book.close();
    },
  };
}

/** One of its own, which draws as that of the service does; that of the tests where that is on another machine. */
async function openBrowser({ project, context }: StoryContext): Promise<{
  browser: StoryBrowser & { close(): Promise<void> };
  contextOptions: object | undefined;
}> {
  const { provider, name } = project.config.browser;
  const running = context?.browser() as Launched | null | undefined;
  if (!running) throw new Error('@svc/storybook needs the Playwright provider of Vitest');
  const { launchOptions, connectOptions, contextOptions } =
    (provider as { options?: ProviderOptions }).options ?? {};
  if (connectOptions)
    return {
      browser: { newContext: (options) => running.newContext(options), async close() {} },
      contextOptions,
    };
  const args = [...(launchOptions?.args ?? []), ...(name === 'chromium' ? pictureFlags : [])];
  return { browser: await running.browserType().launch({ ...launchOptions, args }), contextOptions };
}
