import type { StorybookStory } from './StorybookWindow.js';

export interface ExtractedStory {
  id: string;
  name: string;
  title: string;
  tags: string[];
  /** JSON of the parameters that matter here, and of the globals that the story fixes; others may hold anything. */
  parameters: string;
}

interface Request {
  ids: string[];
  names: string[];
  /** Loads no other stories than those of `ids`. */
  only?: boolean;
}

/**
 * Loads the stories into Storybook's preview and returns what it knows about them.
 * @param request.names the parameters that are wanted
 * @param request.ids the stories of the index; a story file that cannot be loaded is left out, so its stories fail one by one
 */
export async function extractStorybook({ ids, names, only = false }: Request): Promise<ExtractedStory[]> {
  const preview = window.__STORYBOOK_PREVIEW__;
  await preview?.ready?.();

  const oneByOne = async (): Promise<StorybookStory[]> => {
    const load =
      preview?.loadStory?.bind(preview) ?? preview?.storyStore?.loadStory?.bind(preview.storyStore);
    const loaded = await Promise.allSettled(ids.map((storyId) => load?.({ storyId })));
    return loaded.flatMap((result) => (result.status === 'fulfilled' && result.value ? [result.value] : []));
  };
  const all = async (): Promise<StorybookStory[]> => {
    if (preview?.extract) return Object.values(await preview.extract());
    // Before version 7.
    const store = preview?.storyStore ?? window.__STORYBOOK_CLIENT_API__?.storyStore;
    await store?.cacheAllCSFFiles?.();
    return store?.raw?.() ?? [];
  };
  const known = async () =>
    all().catch((error: unknown) => {
      if (ids.length === 0) throw error;
      return oneByOne();
    });
  const stories = await (only ? oneByOne() : known());

  // Each for itself: one that JSON cannot hold must not take the others with it.
  const toText = ({ parameters, storyGlobals }: StorybookStory): string => {
    const parts = [...names.map((name) => [name, parameters?.[name]]), ['globals', storyGlobals]];
    const written = parts.flatMap(([name, value]) => {
      try {
        const text = JSON.stringify(value);
        return text === undefined ? [] : [`${JSON.stringify(name)}:${text}`];
      } catch {
        return [];
      }
    });
    return `{${written.join(',')}}`;
  };
  return stories.map((story) => ({
    id: story.id,
    name: story.name ?? story.id,
    title: story.title ?? story.kind ?? '',
    tags: Array.isArray(story.tags) ? story.tags.map(String) : [],
    parameters: toText(story),
  }));
}
