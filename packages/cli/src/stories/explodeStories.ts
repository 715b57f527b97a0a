import { snapshotName } from '@svc/schema/snapshotName';
import { storyNameOf, storyTargets } from '@svc/schema/storyTargets';
import type { CaptureTarget, StoryEntry, StoryTool } from '@svc/sdk';
import { shownName } from './shownName.js';

/** A target and the story that it shows. */
export interface StoryTarget {
  target: CaptureTarget;
  /** `Title/Name`, without the suffix of a mode or width. */
  storyName: string;
  storyId: string | undefined;
  tags: readonly string[];
}

/** Of targets with the same name the first has it. Every other one fails and says so, under a name of its own. */
function parted(targets: StoryTarget[]): StoryTarget[] {
  const holders = new Map<string, StoryTarget>();
  const numbers = new Map<string, number>();
  for (const target of targets) {
    const name = target.target.name.normalize();
    if (!holders.has(name)) holders.set(name, target);
  }
  return targets.map((target) => {
    const name = target.target.name.normalize();
    const holder = holders.get(name);
    if (holder === undefined || holder === target) return target;
    const { storyId, storyName } = holder;
    const problem = `${shownName(name)} is also the name of story ${shownName(storyId ?? storyName)}: rename one of the two`;
    let number = numbers.get(name) ?? 1;
    let free = name;
    while (holders.has(free)) {
      number += 1;
      free = snapshotName(`${name} (${number})`);
    }
    numbers.set(name, number);
    const renamed = { ...target, target: { problem, ...target.target, name: free } };
    holders.set(free, renamed);
    return renamed;
  });
}

/**
 * The targets that a build's stories stand for, with a name each. The same stories give the same targets in the same order.
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
