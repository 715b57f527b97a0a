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
    const { endTime = 0 } = animation.effect?.getComputedTiming() ?? {};
    const endless = !Number.isFinite(Number(endTime));
    if (animation.playState === 'running') running += 1;
    try {
      if (endless || !atEnd) {
        animation.pause();
        animation.currentTime = 0;
      } else if (kit.clock === null) animation.finish();
      else {
        // Not finished: the story would start its next animation, after the clock has stopped.
        kit.isPosed = true;
        animation.pause();
        animation.currentTime = animation.playbackRate < 0 ? 0 : Number(endTime);
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
