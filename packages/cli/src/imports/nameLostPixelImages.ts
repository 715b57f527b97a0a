import { defaultViewport } from '@svc/schema/viewports';
import type { SnapshotInput } from '@svc/sdk';
import { wordsOf } from './wordsOf.js';

/** A story, as Storybook's index has it. */
export interface IndexedStory {
  id: string;
  title: string;
  name: string;
}

export type NamedShot = Pick<SnapshotInput, 'name' | 'viewport' | 'browser'> & { file: string };

/** `__[w640px|firefox]`: a width, a browser, or both. */
const label = /^(.+?)(?:__\[(?:w(\d+)px)?\|?(\w+)?\])?$/;

/**
 * Names images of Lost Pixel. Those of stories that are indexed have the names that `svc stories-a` gives, others that of
 * their file, as with `svc upload`.
 * @param files without a folder, or with one that is part of the name
 */
export function nameLostPixelImages(files: readonly string[], stories: readonly IndexedStory[]): NamedShot[] {
  const known = new Map<string, IndexedStory>();
  for (const story of stories) {
    known.set(`${wordsOf(story.title)}--${wordsOf(story.name)}`, story);
    // What a shotNameGenerator answers most often.
    known.set(story.id, story);
  }
  return files.map((file): NamedShot => {
    const stem = file.replace(/\.[^.]+$/, '').normalize('NFC');
    const [, shot = stem, width, browser] = label.exec(stem) ?? [];
    const story = known.get(shot) ?? known.get(shot.split('--').map(wordsOf).join('--'));
    if (!story) return { name: stem, file };
    return {
      name: (story.title ? `${story.title}/${story.name}` : story.name) + (width ? `__${width}` : ''),
      viewport: width ? { ...defaultViewport, width: Number(width) } : undefined,
      browser,
      file,
    };
  });
}
