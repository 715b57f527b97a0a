/**
 * Ends what moves. Animations that end are put at their end, or at their start with `atEnd` false; endless ones,
 * SVG and video at their start. Returns how many animations were still running: ending them may have begun others.
 */
export async function freezeMotion({ atEnd }: { atEnd: boolean }): Promise<number> {
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) {
    for (const element of root.querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot);
  }
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
  for (const root of roots) {
    for (const drawing of root.querySelectorAll('svg')) {
      drawing.pauseAnimations();
      drawing.setCurrentTime(0);
    }
    for (const video of root.querySelectorAll('video')) {
      video.pause();
      video.currentTime = 0;
    }
  }
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  await frame();
  await frame();
  return running;
}
