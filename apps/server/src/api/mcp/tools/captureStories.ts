import { type AnswerOf, id, type StoryEntry } from '@svc/schema';
import { storyNameOf, storyTargets } from '@svc/schema/storyTargets';
import { z } from 'zod';
import { Refusal } from '../Refusal.js';
import { ephemeral, mostTargets, startCapture, suiteOfCapture } from '../startCapture.js';
import { type Asker, defineTool } from '../Tool.js';

export const captureStories = defineTool({
  name: 'capture_stories',
  title: 'Capture stories of an uploaded build',
  description:
    'Captures stories of a Storybook or Ladle build that was uploaded, in all their modes and viewports. ' +
    `\`svc stories-a\` uploads a new build, and its output names the site. ${ephemeral}`,
  operations: ['getSite', 'discoverStories', 'createCapture'],
  onlyPeople: false,
  isReadOnly: false,
  input: z.strictObject({
    siteId: id.describe('Such as sit_….'),
    stories: z
      .array(z.string().min(1).max(1_100))
      .min(1)
      .max(mostTargets)
      .describe('Ids of stories, such as button--primary, or names, such as Button/Primary.'),
    suite: suiteOfCapture,
  }),
  async run(asker, { siteId, stories, suite }) {
    const { tool } = await asker.call('getSite', { params: { id: siteId } });
    if (tool === null) {
      throw new Refusal({ code: 'STORIES_NOT_FOUND', message: 'No stories were found in this build' });
    }
    const found = await findStories(asker, siteId, stories);
    return startCapture(
      asker,
      suite,
      found.flatMap((story) => storyTargets(story, tool)),
    );
  },
});

/** Each wanted story, once. */
async function findStories(
  asker: Pick<Asker, 'call'>,
  siteId: string,
  wanted: readonly string[],
): Promise<StoryEntry[]> {
  const missing = new Set(wanted);
  const found: StoryEntry[] = [];
  for await (const story of listStories(asker, siteId)) {
    const names = [story.id, storyNameOf(story)].filter((name) => name !== undefined);
    if (!names.some((name) => wanted.includes(name))) continue;
    found.push(story);
    for (const name of names) missing.delete(name);
    if (missing.size === 0) break;
  }
  if (missing.size === 0) return found;
  throw new Refusal(
    { code: 'STORIES_NOT_FOUND', message: 'The build does not have these stories' },
    { missing: [...missing] },
  );
}

async function* listStories({ call }: Pick<Asker, 'call'>, siteId: string): AsyncGenerator<StoryEntry> {
  let cursor: string | undefined;
  do {
    const page: AnswerOf<'discoverStories'> = await call('discoverStories', {
      params: { id: siteId },
      query: { limit: 500, cursor },
    });
    yield* page.stories;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}
