import type { StoryEntry } from '@svc/schema';
import { storable } from '@svc/schema/storable';
import { pickParameters } from '@svc/schema/storyParameters';
import { z } from 'zod';

const metaFile = z.object({
  stories: z.record(
    z.string(),
    z.object({
      name: z.string(),
      levels: z.array(z.string()),
      meta: z.record(z.string(), z.unknown()).nullish(),
    }),
  ),
});

/**
 * The stories of a Ladle build, in the order of its `meta.json`.
 * @throws when the text is not a `meta.json` of Ladle
 */
export function ladleStories(metaJson: string, baseUrl: string): StoryEntry[] {
  const { stories } = metaFile.parse(JSON.parse(metaJson));
  return Object.entries(stories).map(([id, { name, levels, meta }]) => {
    const parameters = pickParameters(meta ?? {});
    return {
      id: storable(id),
      name: storable(name),
      title: storable(levels.join('/')),
      url: new URL(`?story=${encodeURIComponent(storable(id))}&mode=preview`, baseUrl).href,
      ...(parameters && { parameters }),
    };
  });
}
