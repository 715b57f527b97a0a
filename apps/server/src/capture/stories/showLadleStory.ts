import type { CaptureTarget } from '@svc/schema';
import { selectLadleStory } from '@svc/stabilise';
import { CaptureFailure } from '../CaptureFailure.js';
import type { Doing } from '../Doing.js';
import type { Stage } from '../stage/openStage.js';
import { longestTimerMs } from '../steps/settle.js';
import { ladleStart, noStory, openLadle } from './openLadle.js';
import type { Story } from './storyOf.js';

/** Shows a story of a Ladle, inside the loaded page when it is one of the same build and settings. */
export async function showLadleStory(
  stage: Stage,
  story: Story,
  { url, delay = 0 }: CaptureTarget,
  doing: Doing,
): Promise<void> {
  const start = ladleStart(url);
  if (stage.loaded !== story.app) {
    stage.loaded = null;
    doing.isStart = true;
    await openLadle(stage, start, doing);
    doing.isStart = false;
    stage.loaded = story.app;
  }
  doing.now = `waiting for Ladle to render the story ${story.id}`;
  const problem = await stage.page.evaluate(selectLadleStory, {
    story: { storyId: story.id, search: new URL(url).search },
    away: { storyId: noStory, search: start.search },
    longestTimerMs: longestTimerMs(delay),
  });
  if (problem !== null) throw new CaptureFailure(problem);
}
