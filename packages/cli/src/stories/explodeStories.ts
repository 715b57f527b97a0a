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

function refuseDuplicates(targets: StoryTarget[]): void {
  const seen = new Map<string, StoryTarget>();
  for (const target of targets) {
    const name = target.target.name.normalize('NFC');
    const earlier = seen.get(name);
    if (earlier) {
      const both = [earlier, target].map(({ storyId, storyName }) => storyId ?? storyName);
      throw new CliError(
        'STORY_DUPLICATE',
        `two stories would both be named "${name}": ${both.join(' and ')}; rename one of them`,
      );
    }
    seen.set(name, target);
  }
}

/**
 * The targets that a build's stories stand for. The same stories give the same targets in the same order.
 * @throws CliError when two targets have the same name
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
  refuseDuplicates(targets);
  return targets;
}
