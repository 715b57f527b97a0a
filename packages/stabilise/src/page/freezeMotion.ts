import type {} from './DocumentKit.js';
import type { Freezing } from './PageSteps.js';

/**
 * Ends what moves. Animations that end are put at their end, or at their start with `atEnd` false; endless ones,
 * SVG and video at their start. Returns how many animations were still running: ending them may have begun others.
 */
export async function freezeMotion({ atEnd, isPaintedAnew }: Freezing): Promise<number> {
  const kit = window.svcDocumentKit;
  const videoLimitMs = 5_000;
  /** What is hidden gets no frames. */
  const hiddenLimitMs = 2_000;
  const roots = kit.roots();
  const timed = 'video, svg :is(animate, animateMotion, animateTransform, set)';
  const isMoving = () =>
    roots.some((root) => root.getAnimations().length > 0 || root.querySelector(timed) !== null);
  // One that has just ended is not listed, but with the next frame the page hears of it, and may begin another.
  if (kit.moved && !isMoving()) await Promise.race([kit.frame(), kit.sleep(hiddenLimitMs)]);
  const moves = isMoving();
  if (!moves && isPaintedAnew) {
    if (!isPaintedAnew()) kit.steps.repaint();
    // What is drawn next is the picture: a frame before it would only draw the same.
    return 0;
  }
  let running = 0;
  for (const animation of roots.flatMap((root) => root.getAnimations())) {
    // One that follows a scroll position is held by that.
    if (animation.timeline && animation.timeline !== document.timeline) continue;
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

  const seek = (video: HTMLVideoElement, until: 'seeked' | 'shown') => {
    const done = new Promise((resolve) => {
      if (until === 'seeked') video.addEventListener('seeked', resolve, { once: true });
      else video.requestVideoFrameCallback(resolve);
    });
    video.currentTime = 0;
    return done;
  };
  /** Resolves when the video shows its first frame, or will not. */
  const rewind = async (video: HTMLVideoElement) => {
    video.autoplay = false;
    video.pause();
    // Without this, one that has not begun may never load its first frame.
    if (video.readyState < video.HAVE_CURRENT_DATA) video.preload = 'auto';
    while (video.networkState === video.NETWORK_LOADING && video.readyState < video.HAVE_CURRENT_DATA) {
      await kit.sleep(10);
    }
    if (video.error || video.readyState < video.HAVE_CURRENT_DATA) return;
    await seek(video, 'seeked');
    // The frame that comes first may be one that was played. And one that comes while the browser is still busy with
    // the one before is dropped, although it is said to be shown; so it is sought again when that ends.
    for (let time = 0; time < 2; time += 1) {
      await kit.frame();
      await kit.frame();
      await seek(video, 'shown');
    }
  };
  const videos = roots.flatMap((root) => [...root.querySelectorAll('video')]);
  if (videos.length > 0) await Promise.race([Promise.all(videos.map(rewind)), kit.sleep(videoLimitMs)]);

  kit.steps.repaint();
  await kit.frame();
  await kit.frame();
  return running;
}
