import type {} from './DocumentKit.js';

/**
 * Switches a loaded Ladle to the story of this address, as its own history does, and waits until it is rendered.
 * @returns null, or what went wrong
 */
export async function selectLadleStory({
  search,
  storyId,
}: {
  search: string;
  storyId: string;
}): Promise<string | null> {
  const kit = window.svcDocumentKit;
  const emptyLimitMs = 3_000;
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const show = () => {
    kit.reseed();
    window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
  };
  /** The story that Ladle says it does not have, or null. */
  const missing = () => document.querySelector('#ladle-root .ladle-error-content code')?.textContent ?? null;

  kit.lastError = null;
  window.scrollTo(0, 0);
  if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  window.history.pushState({ idx: 0 }, '', search);
  const before = missing();
  show();
  let emptySince: number | null = null;
  for (;;) {
    await frame();
    await frame();
    const root = document.querySelector('#ladle-root');
    const unknown = missing();
    if (unknown === storyId) return `the build has no story ${storyId}`;
    // Ladle listens to the address only some time after it has rendered for the first time.
    if (unknown !== null && unknown === before) show();
    else if (unknown === null && root?.childNodes.length && !root.querySelector('.ladle-ring')) return null;
    if (root?.childNodes.length === 0) {
      if (kit.lastError) return `the story threw an error: ${kit.lastError}`;
      emptySince ??= performance.now();
      if (performance.now() - emptySince > emptyLimitMs) return 'the story rendered nothing';
    } else emptySince = null;
    await kit.sleep(5);
  }
}
