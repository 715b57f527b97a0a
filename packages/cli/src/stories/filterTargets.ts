import picomatch from 'picomatch';
import type { StoryTarget } from './explodeStories.js';

/** The targets whose own name, story name (`Title/Name`) or story id the glob matches. */
export function filterTargets(targets: readonly StoryTarget[], glob: string): StoryTarget[] {
  const matches = picomatch(glob, { dot: true });
  return targets.filter(
    ({ target, storyName, storyId }) =>
      matches(target.name) || matches(storyName) || (storyId !== undefined && matches(storyId)),
  );
}
