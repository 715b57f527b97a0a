/** A story as `index.json` of a Storybook lists it. */
export interface IndexedStory {
  id: string;
  title: string;
  name: string;
}

/** Stories by the names that their snapshots begin with. */
export type StoryNames = ReadonlyMap<string, string>;

export const storyNames = (stories: readonly IndexedStory[]): StoryNames =>
  new Map(stories.map(({ id, title, name }) => [title ? `${title}/${name}` : name, id]));

export interface FoundStory {
  id: string;
  /** The mode, or the width such as `375 px`; empty for neither. */
  variant: string;
}

/** The story that a snapshot is of; null for none of these. */
export function findStory(names: StoryNames, snapshot: string): FoundStory | null {
  const exact = names.get(snapshot);
  if (exact !== undefined) return { id: exact, variant: '' };
  // A mode may have brackets of its own, so every one that could begin it is tried, the shortest name first.
  for (
    let at = snapshot.indexOf('[');
    at !== -1 && snapshot.endsWith(']');
    at = snapshot.indexOf('[', at + 1)
  ) {
    const id = names.get(snapshot.slice(0, at));
    if (id !== undefined) return { id, variant: snapshot.slice(at + 1, -1) };
  }
  const width = /__(\d+)$/.exec(snapshot)?.[1];
  if (width === undefined) return null;
  const id = names.get(snapshot.slice(0, -`__${width}`.length));
  return id === undefined ? null : { id, variant: `${width} px` };
}
