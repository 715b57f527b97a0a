import type { StoryEntry } from '@svc/schema';
import { storable } from '@svc/schema/storable';
import { pickParameters } from '@svc/schema/storyParameters';
import type { ExtractedStory } from '@svc/stabilise';
import { z } from 'zod';

const indexEntry = z.object({
  id: z.string(),
  name: z.string(),
  title: z.string(),
  /** Absent before version 4 of the index, where documentation has `parameters.docsOnly`. */
  type: z.string().optional(),
  tags: z.array(z.string()).optional(),
  parameters: z.object({ docsOnly: z.boolean().optional() }).optional(),
});
export type IndexEntry = z.infer<typeof indexEntry>;

const indexFile = z.union([
  z.object({ entries: z.record(z.string(), indexEntry) }).transform(({ entries }) => entries),
  z.object({ stories: z.record(z.string(), indexEntry) }).transform(({ stories }) => stories),
]);

/**
 * The stories of an `index.json`, or of a `stories.json` of older versions; documentation pages are left out.
 * @throws when the text is neither
 */
export function readStorybookIndex(json: string): IndexEntry[] {
  return Object.values(indexFile.parse(JSON.parse(json))).filter(
    ({ type, parameters }) => (type ?? 'story') === 'story' && !parameters?.docsOnly,
  );
}

/** Joins the index, which knows the order, with what the preview knows. Without an index the preview's order holds. */
export function storybookStories(
  index: readonly IndexEntry[] | null,
  extracted: readonly ExtractedStory[],
  baseUrl: string,
): StoryEntry[] {
  const known = new Map(extracted.map((story) => [story.id, story]));
  return (index ?? extracted).map(({ id, name, title, tags }) => {
    const found = known.get(id);
    const parameters = found && pickParameters(JSON.parse(found.parameters));
    const allTags = tags ?? found?.tags;
    return {
      id: storable(id),
      name: storable(name),
      title: storable(title),
      url: new URL(`iframe.html?id=${encodeURIComponent(storable(id))}&viewMode=story`, baseUrl).href,
      ...(allTags && { tags: allTags.map(storable) }),
      ...(parameters && { parameters }),
    };
  });
}
