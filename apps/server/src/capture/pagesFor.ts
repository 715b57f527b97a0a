import type { CaptureTarget } from '@svc/schema';
import { storyOf } from './stories/storyOf.js';

/**
 * A page that loads a build for the first time keeps a processor busy for as long as several of its stories do on a page that
 * has loaded it. So a page beyond one for each processor is worth it only for this many more stories.
 */
const storiesPerPage = 8;

/** How many pages may begin with these targets, and ask for others: stories share some, what mostly waits has its own. */
export function pagesFor(
  targets: readonly CaptureTarget[],
  { pages, processors }: { pages: number; processors: number },
): number {
  const waiting = targets.filter(waits).length;
  const working = Math.ceil((targets.length - waiting) / storiesPerPage);
  return Math.min(pages, waiting + Math.max(processors, working));
}

/** A page like any other waits for the network. */
const waits = (target: CaptureTarget): boolean => storyOf(target) === null || (target.delay ?? 0) > 0;
