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
  const [, tag] = /^\s*tag:(.*)$/s.exec(filter) ?? [];
  if (tag !== undefined) {
    const matches = toMatch(tag);
    return ({ tags }) => tags.some(matches);
  }
  const matches = toMatch(filter);
  return ({ target, storyName, storyId }) => [target.name, storyName, storyId ?? ''].some(matches);
}

/** A backslash before a letter or digit escapes nothing: it is one of a title, as in `C:\temp/*`. */
const keepBackslashes = (glob: string) =>
  glob.replace(/\\(.|$)/gsu, (pair, next: string) => (/^[\p{L}\p{N}\s]?$/u.test(next) ? `\\${pair}` : pair));

/** Brackets are those of a glob, or those of a title, as in `Forms/Input (old)/*`. Bars outside of them are of a title. */
function toMatch(given: string): (name: string) => boolean {
  const name = plain(given);
  const glob = keepBackslashes(name);
  const signs = glob.includes('(') ? /(?<!\\)"/g : /(?<!\\)["|]/g;
  const globs = [signs, /(?<!\\)["|()[\]{}]/g].map((some) => glob.replace(some, '\\$&'));
  const tests = globs.map((one) => picomatch(one, { dot: true, nonegate: true }));
  return (given) => plain(given) === name || tests.some((test) => test(plain(given)));
}

/** Titles are written `Forms / Button` as well as `Forms/Button`, and letters with marks in two ways. */
const plain = (text: string) =>
  text
    .normalize()
    .trim()
    .replace(/\s*\/\s*/g, '/');
