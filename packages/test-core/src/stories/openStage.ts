import { defaultViewport } from '@svc/schema/viewports';
import {
  awaitStorybookStore,
  awaitStorybookStory,
  type Stabilise,
  storyScript,
  switchStorybookStory,
} from '@svc/stabilise';
import { longestTimerMs } from './openVariant.js';
import type { StoryPage } from './StoryPage.js';

/** What this plugin needs of a browser of Playwright. */
export interface StoryBrowser {
  newContext(options: object): Promise<{ newPage(): Promise<StoryPage>; close(): Promise<void> }>;
}

/** A page that shows one story of a Storybook after another. */
export interface Stage {
  page: StoryPage;
  /**
   * @param delay milliseconds that the story is given before its picture
   * @returns whether it ran a play function, whose traces stay in the page
   */
  show(storyId: string, delay: number): Promise<boolean>;
  close(): Promise<void>;
}

interface StageOptions {
  /** Of the folder that has `iframe.html`. */
  url: string;
  stabilise: Stabilise;
  /** Of Playwright's contexts. */
  contextOptions?: object | undefined;
}

/** @param storyId whose preview is loaded: no other one has to be */
export async function openStage(
  browser: StoryBrowser,
  storyId: string,
  { url, stabilise, contextOptions }: StageOptions,
): Promise<Stage> {
  const context = await browser.newContext({
    viewport: defaultViewport,
    locale: 'en-US',
    timezoneId: 'UTC',
    ...contextOptions,
  });
  const close = () => context.close();
  try {
    const page = await context.newPage();
    await page.addInitScript({ content: storyScript(stabilise) });
    let loading: string | null = storyId;
    await page.goto(new URL(`iframe.html?id=${encodeURIComponent(storyId)}&viewMode=story`, url).href);
    const problem = await page.evaluate(awaitStorybookStore, undefined);
    if (problem !== null) throw new Error(problem);
    const show = async (id: string, delay: number): Promise<boolean> => {
      const steps = loading === id ? awaitStorybookStory : switchStorybookStory;
      loading = null;
      const shown = await page.evaluate(steps, { storyId: id, longestTimerMs: longestTimerMs(delay) });
      if (!shown) throw new Error('Storybook does not switch to the story');
      if (shown.error !== null) throw new Error(shown.error);
      return shown.played;
    };
    return { page, show, close };
  } catch (error) {
    await close();
    throw error;
  }
}
