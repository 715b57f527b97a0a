import { z } from 'zod';
import type { Build } from './Build.js';
import { endingsOf, type StoryEntries } from './findStoryEntries.js';

/** What a build says of its stories. */
export interface StoryIndex {
  entries: StoryEntries;
  /** The key of a story in maps of stories; null for one that is not in the index. */
  keyOf(storyId: string): string | null;
  /** What the index says of a story, as JSON; null for one that is not in it. */
  describe(storyId: string): string | null;
}

const entry = z.looseObject({ importPath: z.string().optional() });
const indexFile = z
  .object({
    entries: z.record(z.string(), entry).optional(),
    stories: z.record(z.string(), entry).optional(),
  })
  .transform(({ entries, stories }) => entries ?? stories ?? {});

/** @throws when the index of the build cannot be read */
export async function readStoryIndex({ tool, files, read }: Build): Promise<StoryIndex> {
  const names = tool === 'stories-b' ? ['meta.json'] : ['index.json', 'stories.json'];
  const name = names.find((path) => files.has(path));
  const stories = name === undefined ? {} : indexFile.parse(JSON.parse(await read(name)));
  const found = (id: string) => (Object.hasOwn(stories, id) ? (stories[id] ?? null) : null);
  const isLadle = tool === 'stories-b';
  const keys = isLadle
    ? Object.keys(stories)
    : Object.values(stories).flatMap(({ importPath }) => importPath ?? []);
  return {
    entries: {
      tool: isLadle ? 'ladle' : 'storybook',
      keys: new Set(keys),
      endings: isLadle ? new Map() : endingsOf(new Set(keys)),
    },
    keyOf: (id) => (isLadle ? found(id) && id : (found(id)?.importPath ?? null)),
    describe: (id) => {
      const story = found(id);
      return story && JSON.stringify(sorted(story));
    },
  };
}

const sorted = (story: Record<string, unknown>) => Object.entries(story).sort(([a], [b]) => (a < b ? -1 : 1));
