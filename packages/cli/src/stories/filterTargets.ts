import picomatch from 'picomatch';
import type { StoryTarget } from './explodeStories.js';

/**
 * The targets that at least one of the filters matches, and none that starts with `!`. A filter is a glob for the target's
 * own name, its story's name (`Title/Name`) or id; one that starts with `tag:` is a glob for a tag.
 */
export function filterTargets(targets: readonly StoryTarget[], filters: readonly string[]): StoryTarget[] {
  const excluding = filters
    .filter((filter) => filter.startsWith('!'))
    .map((filter) => toTest(filter.slice(1)));
  const including = filters.filter((filter) => !filter.startsWith('!')).map(toTest);
  return targets.filter(
    (target) =>
      (including.length === 0 || including.some((matches) => matches(target))) &&
      !excluding.some((matches) => matches(target)),
  );
}

type Test = (target: StoryTarget) => boolean;

function toTest(filter: string): Test {
  const [, tag] = /^tag:(.*)$/s.exec(filter) ?? [];
  if (tag !== undefined) {
    const matches = picomatch(tag, { dot: true });
    return ({ tags }) => tags.some((one) => matches(one));
  }
  const glob = withoutSpaces(filter);
  const matches = picomatch(glob, { dot: true });
  return ({ target, storyName, storyId }) =>
    [target.name, storyName, storyId ?? ''].map(withoutSpaces).some((name) => name === glob || matches(name));
}

/** Titles are written `Forms / Button` as well as `Forms/Button`. */
const withoutSpaces = (name: string) => name.replace(/\s*\/\s*/g, '/');
