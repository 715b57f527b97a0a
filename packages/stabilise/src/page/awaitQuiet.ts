import type {} from './DocumentKit.js';
import type { Quiet, Rest } from './PageSteps.js';

/**
 * Waits until no short time-out is due, for `afterTimerMs` none was over, since it may have begun to load something, for
 * `quietMs` and some frames the document has not changed and until it sends itself no more messages, `limitMs` at most, and until
 * nothing is painted by frames.
 */
export async function awaitQuiet(quiet: Quiet): Promise<Rest> {
  const { quietMs, afterTimerMs, frames, paintLimitMs, limitMs } = quiet;
  const kit = window.svcDocumentKit;
  const start = kit.now();
  /** What observers of sizes and of visibility change, they change frame by frame, of which a busy machine makes few. */
  const quietFrames = window === window.top && document.visibilityState === 'visible' ? 3 : 0;
  let changed = start;
  let seen = 0;
  let hasAsked = false;
  const noteMotion = () => {
    kit.moved = kit.roots().some((root) => root.getAnimations().length > 0);
  };
  const seeFrames = () => {
    if (hasAsked || seen >= quietFrames) return;
    hasAsked = true;
    void kit.frame().then(() => {
      hasAsked = false;
      seen += 1;
      noteMotion();
      seeFrames();
    });
  };
  const noteChange = () => {
    changed = kit.now();
    seen = 0;
    seeFrames();
  };
  const observer = new MutationObserver(noteChange);
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  // What follows a scroll may scroll on.
  document.addEventListener('scroll', noteChange, { capture: true, passive: true });
  seeFrames();
  const pollMs = 10;
  /** How long it must still be quiet, if nothing comes up meanwhile. */
  const wait = () => {
    const now = kit.now();
    const left = Math.max(changed + quietMs - now, kit.lastTimer + afterTimerMs - now);
    return kit.dueTimers() > 0 || seen < quietFrames ? Math.max(left, pollMs) : left;
  };
  let framesLeft = frames;
  const passed = () => kit.now() - start;
  const isPainting = () => kit.paints() && framesLeft > 0 && passed() < paintLimitMs;
  const isMoving = () => isPainting() || (wait() > 0 && passed() < limitMs);
  let sendsOn: boolean;
  do {
    while (isMoving()) {
      if (isPainting()) {
        framesLeft -= 1;
        await kit.frame();
      } else await kit.sleep(Math.min(wait(), limitMs - passed()));
    }
    sendsOn = await kit.sendsOn();
    if (sendsOn) await kit.sleep(pollMs);
  } while (isMoving() || (sendsOn && passed() < limitMs));
  observer.disconnect();
  document.removeEventListener('scroll', noteChange, { capture: true });
  if (quietFrames === 0) noteMotion();
  const paints = kit.paints();
  return { paints, restless: paints || sendsOn || wait() > 0 || kit.repeats(), waitedMs: passed() };
}
