import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

/** A built book: what its own index says of it. */
export interface BookIndex {
  /** The command of `svc` that captures it. */
  command: 'storybook' | 'ladle';
  /** Ids, in the order of the index. */
  stories: string[];
  /** The address of a story, relative to the build. */
  pathOf(id: string): string;
}

const storybookIndex = z.object({
  entries: z.record(z.string(), z.object({ id: z.string(), type: z.string() })),
});
const ladleMeta = z.object({ stories: z.record(z.string(), z.unknown()) });

/** Reads the index without any code of the service, so that the counts of both can be compared. */
export function listStories(folder: string): BookIndex {
  const read = (file: string): unknown => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  if (!existsSync(join(folder, 'index.json'))) {
    return {
      command: 'ladle',
      stories: Object.keys(ladleMeta.parse(read('meta.json')).stories),
      pathOf: (id) => `/?story=${encodeURIComponent(id)}&mode=preview`,
    };
  }
  const entries = Object.values(storybookIndex.parse(read('index.json')).entries);
  return {
    command: 'storybook',
    stories: entries.filter(({ type }) => type === 'story').map(({ id }) => id),
    pathOf: (id) => `/iframe.html?id=${encodeURIComponent(id)}&viewMode=story`,
  };
}
