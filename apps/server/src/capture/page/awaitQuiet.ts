import type {} from './DocumentKit.js';

/**
 * Waits until no short time-out is due, for `afterTimerMs` none was over, since it may have begun to load something, and
 * for `quietMs` the document has not changed. `limitMs` at most.
 */
export async function awaitQuiet({
  quietMs,
  afterTimerMs,
  limitMs,
}: Record<'quietMs' | 'afterTimerMs' | 'limitMs', number>): Promise<void> {
  const kit = window.svcDocumentKit;
  const start = performance.now();
  let changed = start;
  const observer = new MutationObserver(() => {
    changed = performance.now();
  });
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  const isBusy = () =>
    kit.dueTimers() > 0 ||
    performance.now() - changed < quietMs ||
    performance.now() - kit.lastTimer < afterTimerMs;
  while (performance.now() - start < limitMs && isBusy()) await kit.sleep(10);
  observer.disconnect();
}
