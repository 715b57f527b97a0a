import { snapshotName } from '@svc/schema/snapshotName';
import { storyNameOf, storyTargets } from '@svc/schema/storyTargets';
import type { CaptureTarget, StoryEntry, StoryTool } from '@svc/sdk';
import { CliError } from '../CliError.js';

/** A target and the story that it shows. */
export interface StoryTarget {
  target: CaptureTarget;
  /** `Title/Name`, without the suffix of a mode or width. */
  storyName: string;
  storyId: string | undefined;
  tags: readonly string[];
}

/**
 * Gives a target that fails for its own name another one where that is taken, by which it can be told.
 * @throws CliError when two others have the same name
 */
function parted(targets: StoryTarget[]): StoryTarget[] {
  const holders = new Map<string, StoryTarget>();
  for (const one of targets) {
    if (one.target.problem !== undefined) continue;
    const name = one.target.name.normalize();
    const earlier = holders.get(name);
    if (earlier) {
      const both = [earlier, one].map(({ storyId, storyName }) => storyId ?? storyName);
      throw new CliError(
        'STORY_DUPLICATE',
        `two stories would both be named "${name}": ${both.join(' and ')}; rename one of them`,
      );
    }
    holders.set(name, one);
  }
  const numbers = new Map<string, number>();
  return targets.map((one) => {
    if (one.target.problem === undefined) return one;
    const name = one.target.name.normalize();
    let number = numbers.get(name) ?? 1;
    let free = number === 1 ? name : snapshotName(`${name} (${number})`);
    while (holders.has(free)) {
      number += 1;
      free = snapshotName(`${name} (${number})`);
    }
    numbers.set(name, number);
    const named = { ...one, target: { ...one.target, name: free } };
    holders.set(free, named);
    return named;
  });
}

/**
 * The targets that a build's stories stand for, with a name each. The same stories give the same targets in the same order.
 * @throws CliError when two stories have the same name
 */
export function explodeStories(stories: readonly StoryEntry[], tool: StoryTool): StoryTarget[] {
  const targets = stories.flatMap((story) =>
    storyTargets(story, tool).map((target) => ({
      target,
      storyName: storyNameOf(story),
      storyId: story.id,
      tags: story.tags ?? [],
    })),
  );
  return parted(targets);
}
