import type { CaptureTarget } from '@svc/schema';
import { defaultViewport } from '@svc/schema/viewports';
import { awaitStorybookStore, awaitStorybookStory, type Stabilise, storyScript } from '@svc/stabilise';
import type { StoryPage } from './StoryPage.js';

/** Time-outs of no more than this belong to the picture of a story with this delay. */
export const longestTimerMs = (delay = 0): number => 1_000 + delay;

type Media = Parameters<StoryPage['emulateMedia']>[0];

/**
 * Shows a story once more, in a page of its own: in another size or mode it may be rendered differently, and its play function
 * may do something else.
 */
export async function openVariant(
  visited: StoryPage,
  storyId: string,
  target: CaptureTarget,
  stabilise: Stabilise,
): Promise<StoryPage> {
  const page = await visited.context().newPage();
  try {
    await page.addInitScript({ content: storyScript(stabilise) });
    await page.setViewportSize(target.viewport ?? defaultViewport);
    const { media, forcedColors, prefersReducedMotion: reducedMotion } = target;
    await page.emulateMedia(definedOf({ media, forcedColors, reducedMotion }) as Media);
    await page.goto(target.url);
    const problem = await page.evaluate(awaitStorybookStore, undefined);
    if (problem !== null) throw new Error(problem);
    // Time-outs of a page that is closed after its picture need no end.
    const wanted = { storyId, longestTimerMs: longestTimerMs(target.delay) };
    const { error } = await page.evaluate(awaitStorybookStory, wanted);
    if (error !== null) throw new Error(error);
    return page;
  } catch (error) {
    await page.close();
    throw error;
  }
}

const definedOf = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
