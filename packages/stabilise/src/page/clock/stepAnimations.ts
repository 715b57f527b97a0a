import type {} from '../DocumentKit.js';

/** Runs after `layClock`: animations and transitions follow the clock, from the frame in which they are first seen. */
export function stepAnimations(): void {
  const kit = window.svcDocumentKit;
  const { clock } = kit;
  if (!clock) throw new Error('the document has no clock of its own');
  /** Where each of them is. */
  const places = new WeakMap<Animation, number>();

  /** Whether it goes on and has an end. */
  const move = (animation: Animation, ms: number): boolean => {
    const end = Number(animation.effect?.getComputedTiming().endTime);
    const place = places.get(animation);
    if (place === undefined) {
      if (animation.playState !== 'running' || animation.playbackRate === 0) return false;
      animation.pause();
      // One that was turned round tells its direction when it is told a place.
      animation.currentTime = 0;
      const first = animation.playbackRate > 0 ? 0 : end;
      animation.currentTime = first;
      places.set(animation, first);
    } else if (animation.playState === 'running') animation.pause();
    const rate = animation.playbackRate;
    const ends = rate < 0 || Number.isFinite(end);
    if (place === undefined || ms === 0) return ends;
    const next = place + ms * rate;
    if (rate > 0 ? next >= end : next <= 0) {
      places.delete(animation);
      animation.finish();
      return false;
    }
    animation.currentTime = next;
    places.set(animation, next);
    return ends;
  };

  kit.stepAnimations = (ms) => {
    let ending = 0;
    for (const animation of kit.roots().flatMap((root) => root.getAnimations())) {
      if (!(animation.timeline instanceof DocumentTimeline)) continue;
      try {
        if (move(animation, ms)) ending += 1;
      } catch {
        // One that cannot be moved stays as it is; ending animations will deal with it.
        places.delete(animation);
      }
    }
    return ending;
  };
}
