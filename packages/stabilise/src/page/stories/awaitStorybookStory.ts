import type {} from '../DocumentKit.js';
import type { ShownStory, WantedStory } from '../PageSteps.js';
import type {} from './StorybookWindow.js';

/**
 * Waits until Storybook has rendered the story and run its play function, or says that it failed. Time-outs are held from
 * here, since the fleet may be too busy to say so before the next story ends.
 */
export async function awaitStorybookStory({ storyId, longestTimerMs }: WantedStory): Promise<ShownStory> {
  const kit = window.svcDocumentKit;
  const pollMs = 25;
  // Version 9 and later wait for animations in `completing`; the fleet ends animations itself.
  const rendered = ['completing', 'completed', 'afterEach', 'finished'];
  const shown = (played: boolean) => {
    kit.holdTimers(longestTimerMs);
    return { error: null, played };
  };
  const has = (name: string) => document.body?.classList.contains(name) ?? false;

  for (;;) {
    const render = window.__STORYBOOK_PREVIEW__?.currentRender;
    const played = render?.story?.playFunction !== undefined;
    if (kit.story.error !== null) return { error: kit.story.error, played };
    if (has('sb-show-errordisplay')) {
      const text = document.querySelector('#error-message')?.textContent?.trim();
      return { error: `Storybook shows an error: ${text || 'without a message'}`, played };
    }
    if (kit.story.phase === 'errored') {
      return { error: `the story failed: ${kit.lastError ?? 'without a message'}`, played };
    }
    if (kit.story.id === storyId && rendered.includes(kit.story.phase)) return shown(played);
    // Storybook 6 says nothing of phases.
    const root = document.querySelector('#root, #storybook-root');
    const silent = render === undefined || (render.phase === undefined && kit.story.phase === '');
    if (silent && has('sb-show-main') && document.readyState === 'complete' && root?.childElementCount) {
      return shown(true);
    }
    // What Storybook does not say is looked for now and then.
    const heard = new Promise<void>((resolve) => {
      kit.heard = resolve;
    });
    await Promise.race([heard, kit.sleep(pollMs)]);
  }
}
