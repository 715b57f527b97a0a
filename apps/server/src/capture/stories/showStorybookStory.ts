import { CaptureFailure } from '../CaptureFailure.js';
import type { Doing } from '../Doing.js';
import { awaitStorybookStory } from '../page/awaitStorybookStory.js';
import { selectStorybookStory } from '../page/selectStorybookStory.js';
import { navigate } from '../stage/navigate.js';
import type { Stage } from '../stage/openStage.js';
import type { Story } from './storyOf.js';

/**
 * Shows a story of a Storybook, inside the loaded page when it is one of the same build and globals.
 * @returns whether the page can be kept for another story
 */
export async function showStorybookStory(
  stage: Stage,
  story: Story,
  url: string,
  doing: Doing,
): Promise<boolean> {
  const switched = stage.loaded === story.app && (await stage.page.evaluate(selectStorybookStory, story.id));
  if (!switched) {
    stage.loaded = null;
    doing.now = `loading ${url}`;
    await navigate(stage, url);
    stage.loaded = story.app;
  }
  doing.now = `waiting for Storybook to render the story ${story.id} and to run its play function`;
  const shown = await stage.page.evaluate(awaitStorybookStory, story.id);
  if (shown.error !== null) throw new CaptureFailure(shown.error);
  return !shown.played;
}
