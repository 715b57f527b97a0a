import type { CaptureTarget } from '@svc/schema';
import { awaitStorybookStore, awaitStorybookStory, switchStorybookStory } from '@svc/stabilise';
import { CaptureFailure } from '../CaptureFailure.js';
import type { Doing } from '../Doing.js';
import { navigate } from '../stage/navigate.js';
import type { Stage } from '../stage/openStage.js';
import { longestTimerMs } from '../steps/settle.js';
import type { Story } from './storyOf.js';

/**
 * Shows a story of a Storybook, inside the loaded page when it is one of the same build and globals.
 * @returns whether the page can be kept for another story
 */
export async function showStorybookStory(
  stage: Stage,
  story: Story,
  { url, delay = 0 }: CaptureTarget,
  doing: Doing,
): Promise<boolean> {
  const wanted = { storyId: story.id, longestTimerMs: longestTimerMs(delay) };
  const rendering = `waiting for Storybook to render the story ${story.id} and to run its play function`;
  doing.now = rendering;
  let shown = stage.loaded === story.app ? await stage.page.evaluate(switchStorybookStory, wanted) : null;
  if (shown === null) {
    stage.loaded = null;
    doing.isStart = true;
    doing.now = 'loading the build of the story';
    await navigate(stage, url);
    doing.now = "waiting for Storybook's preview to start";
    const problem = await stage.page.evaluate(awaitStorybookStore);
    if (problem !== null) throw new CaptureFailure(problem, { isStart: true });
    doing.isStart = false;
    stage.loaded = story.app;
    doing.now = rendering;
    shown = await stage.page.evaluate(awaitStorybookStory, wanted);
  }
  if (shown.error !== null) throw new CaptureFailure(shown.error, { isPlay: shown.played, isTold: true });
  return !shown.played;
}
