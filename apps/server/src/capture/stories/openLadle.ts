import { awaitLadleApp } from '@svc/stabilise';
import type { Doing } from '../Doing.js';
import { navigate } from '../stage/navigate.js';
import type { Stage } from '../stage/openStage.js';

/** A story that no build has: Ladle starts with it, so that every story is switched to in the same way. */
export const noStory = 'svc--no-story';

/** The address at which a Ladle starts without a story. */
export function ladleStart(url: string): URL {
  const start = new URL(url);
  start.searchParams.set('story', noStory);
  start.searchParams.set('mode', 'preview');
  return start;
}

/** Loads a Ladle and waits until it has started. */
export async function openLadle(stage: Stage, start: URL, doing: Doing): Promise<void> {
  doing.now = 'loading the build';
  await navigate(stage, start.href);
  doing.now = 'waiting for Ladle to start';
  await stage.page.evaluate(awaitLadleApp);
}
