import type {} from '../DocumentKit.js';

declare global {
  interface Window {
    /** Ladle's own way in, for what cannot use its React context. */
    ladleDispatch?: (action: { type: 'update-story'; value: string }) => void;
  }
}

export interface LadleAddress {
  storyId: string;
  /** Query of the story's address. */
  search: string;
}

/**
 * Switches a loaded Ladle to a story, as its own menu does, and waits until it is rendered. Its history would keep the
 * controls of the story before: a story that has the same arguments with the same values would then stay empty.
 * @param away the address of a story that the build does not have
 * @param longestTimerMs time-outs of more than this are not called from then on: the fleet may be too busy to say so before they are due
 * @returns null, or what went wrong
 */
export async function selectLadleStory({
  story,
  away,
  longestTimerMs,
}: {
  story: LadleAddress;
  away: LadleAddress;
  longestTimerMs: number;
}): Promise<string | null> {
  const kit = window.svcDocumentKit;
  const emptyLimitMs = 3_000;
  /** The story that Ladle says it does not have, or null. */
  const missing = () => document.querySelector('#ladle-root .ladle-error-content code')?.textContent ?? null;

  /** Null once the story is rendered, or Ladle says that it is missing. */
  const show = async (
    { storyId, search }: LadleAddress,
    phase: 'loading' | 'running',
  ): Promise<string | null> => {
    const before = missing();
    const ask = () => {
      kit.reseed(phase);
      kit.beginStory();
      if (window.ladleDispatch) window.ladleDispatch({ type: 'update-story', value: storyId });
      else window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
    };
    window.history.pushState({ idx: 0 }, '', search);
    ask();
    let emptySince: number | null = null;
    for (;;) {
      await kit.frame();
      await kit.frame();
      const root = document.querySelector('#ladle-root');
      const unknown = missing();
      if (unknown === storyId) return null;
      // Ladle listens to the address only some time after it has rendered for the first time.
      if (unknown !== null && unknown === before) ask();
      else if (unknown === null && root?.childNodes.length && !root.querySelector('.ladle-ring')) return null;
      if (root?.childNodes.length === 0) {
        if (kit.lastError) return `the story threw an error: ${kit.lastError}`;
        emptySince ??= kit.now();
        if (kit.now() - emptySince > emptyLimitMs) return 'the story rendered nothing';
      } else emptySince = null;
      await kit.sleep(5);
    }
  };

  kit.lastError = null;
  kit.lines = [];
  window.scrollTo(0, 0);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  // Ladle does not mount the story that it already shows again, and leaves it without its controls.
  let problem = kit.story.id === story.storyId ? await show(away, 'loading') : null;
  kit.story.id = story.storyId;
  problem ??= await show(story, 'loading');
  // Modules draw random numbers when they are loaded, which is once in a page: show the story without that.
  if (problem === null && missing() === null && kit.hasDrawn()) {
    problem = (await show(away, 'loading')) ?? (await show(story, 'running'));
  } else kit.reseed('running');
  kit.holdTimers(longestTimerMs);
  return problem ?? (missing() === story.storyId ? `the build has no story ${story.storyId}` : null);
}
