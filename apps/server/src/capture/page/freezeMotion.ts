import type {} from './DocumentKit.js';

/**
 * Ends what moves. Animations that end are put at their end, or at their start with `atEnd` false; endless ones,
 * SVG and video at their start. Returns how many animations were still running: ending them may have begun others.
 */
export async function freezeMotion({ atEnd }: { atEnd: boolean }): Promise<number> {
  const kit = window.svcDocumentKit;
  const videoLimitMs = 3_000;
  const roots = kit.roots();
  let running = 0;
  for (const animation of roots.flatMap((root) => root.getAnimations())) {
    if (animation.playState === 'running') running += 1;
    const endless = !Number.isFinite(Number(animation.effect?.getComputedTiming().endTime));
    try {
      if (endless || !atEnd) {
        animation.pause();
        animation.currentTime = 0;
      } else animation.finish();
    } catch {
      animation.cancel();
    }
  }
  const videos = roots.flatMap((root) => [...root.querySelectorAll('video')]);
  for (const root of roots) {
    for (const drawing of root.querySelectorAll('svg')) {
      drawing.pauseAnimations();
      drawing.setCurrentTime(0);
    }
  }
  for (const video of videos) {
    video.pause();
    // A video that plays by itself is to show its first frame, not what came of its poster.
    if (video.readyState < video.HAVE_CURRENT_DATA) video.preload = 'auto';
    if (video.currentTime !== 0) video.currentTime = 0;
  }
  const isWaiting = (video: HTMLVideoElement) =>
    video.seeking ||
    (video.networkState === video.NETWORK_LOADING && video.readyState < video.HAVE_CURRENT_DATA);
  const start = performance.now();
  while (videos.some(isWaiting) && performance.now() - start < videoLimitMs) await kit.sleep(10);

  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await frame();
  return running;
}
