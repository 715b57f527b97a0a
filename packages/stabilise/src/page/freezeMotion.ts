import type {} from './DocumentKit.js';
import type { Freezing, Frozen } from './PageSteps.js';

/**
 * Ends what moves. Animations that end are put at their end, or at their start with `atEnd` false; endless ones,
 * SVG, video and sound at their start.
 */
export async function freezeMotion({ atEnd, isPaintedAnew }: Freezing): Promise<Frozen> {
  const kit = window.svcDocumentKit;
  /** What is hidden gets no frames. */
  const hiddenLimitMs = 2_000;
  /** Past what rounding may be off by, so that a turn is at its start, not at the end of the one before. */
  const asideMs = 0.01;
  /**
   * Where an endless animation is at its start. One that was begun within a turn goes on from where another has left off, at some
   * moment of real time: its next turn shows the same in each document.
   */
  const startOf = ({ delay = 0, direction, duration, iterationStart = 0 }: ComputedEffectTiming) => {
    if (delay > 0 || iterationStart % 1 === 0) return 0;
    const turns = direction?.startsWith('alternate') ? 2 : 1;
    return delay + (turns - (iterationStart % turns)) * Number(duration) + asideMs;
  };
  const roots = kit.roots();
  const isMoving = () => roots.some(kit.steps.movesIn);
  // One that has just ended is not listed, but with the next frame the page hears of it, and may begin another.
  if (kit.moved && !isMoving()) await Promise.race([kit.frame(), kit.sleep(hiddenLimitMs)]);
  const moves = isMoving();
  if (!moves && isPaintedAnew) {
    if (!isPaintedAnew()) kit.steps.repaint();
    // What is drawn next is the picture: a frame before it would only draw the same.
    return { running: 0, late: null };
  }
  let running = 0;
  for (const animation of roots.flatMap((root) => root.getAnimations())) {
    // One that follows a scroll position is held by that.
    if (animation.timeline && !(animation.timeline instanceof DocumentTimeline)) continue;
    const timing: ComputedEffectTiming = animation.effect?.getComputedTiming() ?? {};
    const end = Number(timing.endTime ?? 0);
    const endless = !Number.isFinite(end);
    if (animation.playState === 'running') running += 1;
    try {
      if (endless || !atEnd) {
        animation.pause();
        animation.currentTime = endless ? startOf(timing) : 0;
      } else if (kit.clock === null) animation.finish();
      else {
        // Not finished: the story would start its next animation, after the clock has stopped.
        kit.isPosed = true;
        animation.pause();
        animation.currentTime = animation.playbackRate < 0 ? 0 : end;
      }
    } catch {
      animation.cancel();
    }
  }
  for (const root of roots) {
    for (const drawing of root.querySelectorAll('svg')) {
      drawing.pauseAnimations();
      drawing.setCurrentTime(0);
    }
  }

  const late = await kit.steps.rewindMedia();
  kit.steps.repaint();
  await kit.frame();
  await kit.frame();
  return { running, late };
}
