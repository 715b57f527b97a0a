import type {} from './DocumentKit.js';
import type { Quiet } from './PageSteps.js';

/**
 * Waits until no short time-out is due, for `afterTimerMs` none was over, since it may have begun to load something, for
 * `quietMs` the document has not changed, `limitMs` at most, and until nothing is painted by frames.
 * @returns whether it still paints by frames
 */
export async function awaitQuiet({ quietMs, afterTimerMs, frames, limitMs }: Quiet): Promise<boolean> {
  const kit = window.svcDocumentKit;
  const start = performance.now();
  let changed = start;
  const observer = new MutationObserver(() => {
    changed = performance.now();
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const timerPollMs = 10;
  /** How long it must still be quiet, if nothing comes up meanwhile. */
  const wait = () => {
    const now = performance.now();
    const left = Math.max(changed + quietMs - now, kit.lastTimer + afterTimerMs - now);
    return kit.dueTimers() > 0 ? Math.max(left, timerPollMs) : left;
  };
  let framesLeft = frames;
  const isPainting = () => kit.paints() && framesLeft > 0;
  while (isPainting() || (wait() > 0 && performance.now() - start < limitMs)) {
    if (isPainting()) {
      framesLeft -= 1;
      await kit.frame();
    } else await kit.sleep(Math.min(wait(), start + limitMs - performance.now()));
  }
  observer.disconnect();
  return kit.paints();
}
