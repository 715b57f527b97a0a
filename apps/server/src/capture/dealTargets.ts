import type { CaptureTarget } from '@svc/schema';
import type { Fleet } from '../domain/captures/Fleet.js';
import { createQueue, type Loaded, type TargetQueue } from './createQueue.js';

type Next = NonNullable<ReturnType<TargetQueue['next']>> & { target: CaptureTarget };

/** Deals targets to pages, and asks for further ones when a page has nothing left to begin. */
export interface Deal {
  /** What comes next for a page, perhaps after a while; null when it has nothing left to do. */
  next(last: Loaded | null): Promise<Next | null>;
  /** The index of a target. */
  indexOf(target: CaptureTarget): number;
}

/** @param signal ends the wait for further targets */
export function dealTargets(
  targets: readonly CaptureTarget[],
  more: Parameters<Fleet['capture']>[1]['more'],
  signal: AbortSignal,
): Deal {
  const all = [...targets];
  const indexes = new Map(all.map((target, index) => [target, index]));
  const queue = createQueue(all);
  let asking: Promise<boolean> | null = null;

  /** Resolves with whether there are further targets. Pages that wait at the same time ask once. */
  async function ask(): Promise<boolean> {
    const added = (await more?.(signal)) ?? [];
    for (const target of added) indexes.set(target, all.push(target) - 1);
    queue.add(added);
    asking = null;
    return added.length > 0;
  }

  return {
    indexOf: (target) => indexes.get(target) ?? -1,
    async next(last) {
      for (;;) {
        signal.throwIfAborted();
        const next = queue.next(last);
        const target = next && all[next.index];
        if (next && target) return { ...next, target };
        asking ??= ask();
        if (!(await asking)) return null;
      }
    },
  };
}
