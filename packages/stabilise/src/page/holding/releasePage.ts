import type {} from './holdPage.js';

/** Runs after a picture: what was held goes on. */
export function releasePage(): void {
  window.svcRelease?.();
}
