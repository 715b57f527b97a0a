import { CaptureFailure } from '../CaptureFailure.js';
import type { Doing } from '../Doing.js';
import { awaitLadleApp } from '../page/stories/awaitLadleApp.js';
import { selectLadleStory } from '../page/stories/selectLadleStory.js';
import { navigate } from '../stage/navigate.js';
import type { Stage } from '../stage/openStage.js';
import type { Story } from './storyOf.js';

/** A story that no build has: Ladle starts with it, so that every story is switched to in the same way. */
const noStory = 'svc--no-story';

/** Shows a story of a Ladle, inside the loaded page when it is one of the same build and settings. */
export async function showLadleStory(stage: Stage, story: Story, url: string, doing: Doing): Promise<void> {
  const start = new URL(url);
  start.searchParams.set('story', noStory);
  if (stage.loaded !== story.app) {
    stage.loaded = null;
    doing.isStart = true;
    doing.now = 'loading the build of the story';
    await navigate(stage, start.href);
    doing.now = 'waiting for Ladle to start';
    await stage.page.evaluate(awaitLadleApp);
    doing.isStart = false;
    stage.loaded = story.app;
  }
  doing.now = `waiting for Ladle to render the story ${story.id}`;
  const problem = await stage.page.evaluate(selectLadleStory, {
    story: { storyId: story.id, search: new URL(url).search },
    away: { storyId: noStory, search: start.search },
  });
  if (problem !== null) throw new CaptureFailure(problem);
}
