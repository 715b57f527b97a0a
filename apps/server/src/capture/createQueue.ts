import type { CaptureTarget } from '@svc/schema';
import { storyOf } from './stories/storyOf.js';

export interface TargetQueue {
  /** Index of the target that comes next for a page that has shown targets of `app`; null when none is left. */
  next(app: string | null): { index: number; app: string } | null;
}

interface Group {
  app: string;
  indices: number[];
  isBegun: boolean;
}

/**
 * Deals targets out to pages so that few builds are loaded: a page stays with what it can show without loading, then
 * takes what no page has begun, the largest first, and only then helps where most is left.
 */
export function createQueue(targets: readonly CaptureTarget[]): TargetQueue {
  const groups = new Map<string, Group>();
  targets.forEach((target, index) => {
    const app = storyOf(target)?.app ?? '';
    const group = groups.get(app) ?? { app, indices: [], isBegun: false };
    group.indices.push(index);
    groups.set(app, group);
  });
  const largest = (some: Group[]) =>
    some.reduce<Group | null>(
      (best, one) => (one.indices.length > (best?.indices.length ?? 0) ? one : best),
      null,
    );

  return {
    next(app) {
      const all = [...groups.values()];
      const own = app === null ? undefined : groups.get(app);
      const group = own ?? largest(all.filter(({ isBegun }) => !isBegun)) ?? largest(all);
      const index = group?.indices.shift();
      if (!group || index === undefined) return null;
      group.isBegun = true;
      if (group.indices.length === 0) groups.delete(group.app);
      return { index, app: group.app };
    },
  };
}
