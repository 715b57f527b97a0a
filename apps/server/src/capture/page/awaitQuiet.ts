import type {} from './DocumentKit.js';

/**
 * Waits until no short time-out is due and for `quietMs` none was over and the document has not changed: it may have
 * begun to load something. `limitMs` at most.
 */
export async function awaitQuiet({ quietMs, limitMs }: { quietMs: number; limitMs: number }): Promise<void> {
  const kit = window.svcDocumentKit;
  const start = performance.now();
  let changed = start;
  const observer = new MutationObserver(() => {
    changed = performance.now();
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const isBusy = () => kit.dueTimers() > 0 || performance.now() - Math.max(changed, kit.lastTimer) < quietMs;
  while (performance.now() - start < limitMs && isBusy()) await kit.sleep(10);
  observer.disconnect();
}
