import type {} from './DocumentKit.js';

/**
 * Forgets what stories left in the tab; other storage is cleared from outside. The document is about to be replaced: it does nothing any
 * more, since it might store the same again before it is gone.
 */
export function clearSession(): void {
  window.svcDocumentKit.isLeft = true;
  const lastTimer = window.setTimeout(() => {});
  /** A document that has set more is slow to leave, not wrong. */
  const mostTimers = 100_000;
  for (let timer = Math.max(1, lastTimer - mostTimers); timer <= lastTimer; timer += 1)
    window.clearTimeout(timer);
  sessionStorage.clear();
  window.name = '';
  // A document of the same address would find its state.
  window.history.replaceState(null, '');
}
