import type {} from './DocumentKit.js';

/**
 * Runs before any script of a document: nobody hears of the turns of an endless animation, whose number depends on when
 * the image is taken, but a play function, which may wait for them. And nobody hears of animations that end for the image.
 */
export function holdAnimationEvents(): void {
  const kit = window.svcDocumentKit;
  window.addEventListener(
    'animationiteration',
    (event) => {
      const { target, animationName, pseudoElement } = event;
      if (!(target instanceof Element) || kit.story.phase === 'playing') return;
      const isEndless = target
        .getAnimations({ subtree: pseudoElement !== '' })
        .some(
          (animation) =>
            animation instanceof CSSAnimation &&
            animation.animationName === animationName &&
            !Number.isFinite(Number(animation.effect?.getComputedTiming().endTime)),
        );
      if (isEndless) event.stopImmediatePropagation();
    },
    { capture: true },
  );
  window.addEventListener(
    'repeatEvent',
    (event) => {
      const { target } = event;
      const isEndless =
        target instanceof SVGAnimationElement && target.getAttribute('repeatCount') === 'indefinite';
      if (isEndless && kit.story.phase !== 'playing') event.stopImmediatePropagation();
    },
    { capture: true },
  );
  const hold = (event: Event) => {
    if (kit.isPosed) event.stopImmediatePropagation();
  };
  for (const type of ['animationend', 'transitionend'])
    window.addEventListener(type, hold, { capture: true });
}
