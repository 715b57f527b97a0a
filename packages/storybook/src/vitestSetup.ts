import { afterEach } from 'vitest';
import { commands } from 'vitest/browser';
import type { VisitedStory } from './StoryReporter.js';

/** The half of the plugin that runs in Vitest's own process. */
const plugin = commands as unknown as { svcTakeStory(story: VisitedStory): Promise<string | null> };
/** Milliseconds for all pictures of a story, and the build before the first one. */
const limit = 900_000;

// Vitest runs this before each file of stories.
afterEach(async ({ task: { id: taskId, meta, result } }) => {
  const { storyId } = meta as { storyId?: unknown };
  if (typeof storyId !== 'string' || result?.state === 'fail') return;
  const attempt = (result?.retryCount ?? 0) + (result?.repeatCount ?? 0);
  const failure = await plugin.svcTakeStory({ taskId, storyId, attempt });
  if (failure !== null) throw new Error(failure);
}, limit);
