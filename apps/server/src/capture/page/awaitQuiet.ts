import type {} from './DocumentKit.js';

/** Waits until the document has not changed for `quietMs` and no short timer is due, `limitMs` at most. */
export async function awaitQuiet({ quietMs, limitMs }: { quietMs: number; limitMs: number }): Promise<void> {
  const kit = window.svcDocumentKit;
  const start = performance.now();
  let changed = start;
  const observer = new MutationObserver(() => {
    changed = performance.now();
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const isBusy = () => kit.dueTimers() > 0 || performance.now() - changed < quietMs;
  while (performance.now() - start < limitMs && isBusy()) await kit.sleep(10);
  observer.disconnect();
}
