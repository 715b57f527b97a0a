import type { Page } from 'playwright-core';

/** Until a page shows what it has to show: nothing loads any more. A review's stream of events goes on for as long as it is open. */
export async function untilShown(page: Page): Promise<void> {
  await page.waitForLoadState('load');
  await page.waitForFunction(
    () =>
      document.querySelector('h1, h2') !== null &&
      document.querySelector('[role=status][aria-label^="Loading"]') === null &&
      [...document.images].every((image) => image.complete || image.loading === 'lazy'),
  );
}
