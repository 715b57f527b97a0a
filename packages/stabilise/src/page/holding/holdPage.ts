import type { Dressing } from '../PageSteps.js';

/** What is true of a document that is held. */
export type Held = Dressing & {
  /** Nothing was changed that `releasePage` would restore. */
  isUntouched?: boolean;
  /** It has animations, or videos, whether or not they are held. */
  moves?: boolean;
};

export interface HoldSteps {
  fonts: boolean;
  quiet: boolean;
  motion: boolean;
  /** Animations that end are put at their end, else at their start. */
  atEnd: boolean;
  repaint: boolean;
  /** Selectors of what is hidden, along with the caret; null where the driver hides it. */
  hidden: string[] | null;
  /** Milliseconds without a change of the document. */
  quietMs: number;
}

declare global {
  interface Window {
    /** Lets a document go on that is held for a picture. */
    svcRelease?: (() => void) | undefined;
  }
}

/** Runs before a picture, of one document: has it settle, then holds it still until `releasePage`. */
export async function holdPage({
  fonts,
  quiet,
  motion,
  atEnd,
  repaint,
  hidden,
  quietMs,
}: HoldSteps): Promise<Held> {
  const kit = window.svcDocumentKit;
  const { steps } = kit;
  const partsLimitMs = 5_000;
  const limitMs = 2_000;
  const afterTimerMs = 150;
  const pollMs = 20;
  const rounds = 3;

  /** Lazy images are told to load now; fonts are asked for by the layout. */
  const isLoading = () => {
    const images = kit.roots().flatMap((root) => [...root.querySelectorAll('img')]);
    for (const image of images) if (image.loading === 'lazy') image.loading = 'eager';
    document.documentElement.getBoundingClientRect();
    return document.fonts.status === 'loading' || images.some((image) => !image.complete);
  };
  const awaitParts = async () => {
    const end = kit.now() + partsLimitMs;
    while (isLoading() && kit.now() < end) await kit.sleep(pollMs);
  };
  const isEndless = (animation: Animation) =>
    !Number.isFinite(Number(animation.effect?.getComputedTiming().endTime ?? 0));
  const isTimed = (animation: Animation) =>
    animation.timeline instanceof DocumentTimeline && animation.playbackRate !== 0;

  window.svcRelease?.();
  const undo: (() => void)[] = [];
  window.svcRelease = () => {
    window.svcRelease = undefined;
    for (const step of undo.splice(0)) step();
  };

  const dress = (selectors: string[]): Dressing => {
    const before = new Map(kit.roots().map((root) => [root, [...root.adoptedStyleSheets]]));
    const dressing = steps.dressPage(selectors);
    for (const root of before.keys()) {
      for (const bar of root.querySelectorAll('progress'))
        undo.push(() => bar.style.removeProperty('--svc-progress'));
      const added = root.adoptedStyleSheets.filter((sheet) => !before.get(root)?.includes(sheet));
      undo.push(() => {
        root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => !added.includes(sheet));
      });
    }
    return dressing;
  };
  const noteMotion = () => {
    for (const root of kit.roots()) {
      for (const animation of root.getAnimations()) {
        if (!isTimed(animation) || !isEndless(animation) || animation.playState !== 'running') continue;
        const { playbackRate } = animation;
        undo.push(() => {
          animation.playbackRate = playbackRate;
          animation.play();
        });
      }
      for (const drawing of root.querySelectorAll('svg'))
        if (!drawing.animationsPaused()) undo.push(() => drawing.unpauseAnimations());
      for (const one of root.querySelectorAll<HTMLMediaElement>('video, audio')) {
        const { autoplay, paused, playbackRate } = one;
        undo.push(() => {
          Object.assign(one, { autoplay, playbackRate });
          if (!paused) one.play().catch(() => {});
        });
      }
    }
  };
  const freeze = async () => {
    noteMotion();
    let { running } = await steps.freezeMotion({ atEnd });
    for (let round = 1; round < rounds && running > 0; round += 1)
      ({ running } = await steps.freezeMotion({ atEnd }));
    if (running > 0) await steps.freezeMotion({ atEnd: false });
    // A driver that cancels endless animations for its picture leaves those alone that have no speed.
    for (const animation of kit.roots().flatMap((root) => root.getAnimations()))
      if (isTimed(animation) && isEndless(animation)) animation.playbackRate = 0;
  };

  if (fonts) await awaitParts();
  if (quiet) {
    const afterTimer = kit.lastTimer > 0 ? afterTimerMs : 0;
    await steps.awaitQuiet({ quietMs, afterTimerMs: afterTimer, frames: 0, paintLimitMs: 0, limitMs });
    if (fonts) await awaitParts();
  }
  const dressing = hidden ? dress(hidden) : { ok: true as const };
  if (!dressing.ok) return dressing;
  // What ended just before may begin another with the next frame.
  const isMoving = kit.moved || kit.roots().some(steps.movesIn);
  // Freezing waits for frames.
  if (motion && isMoving) await freeze();
  if (repaint) steps.repaint();
  return { ...dressing, isUntouched: undo.length === 0, moves: isMoving };
}
