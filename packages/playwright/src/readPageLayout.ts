import type { Locator, Page, PageScreenshotOptions } from '@playwright/test';
import { readLayout } from '@svc/test-core/driver';
import { unreported } from './internals.js';

/** What a picture shows; the page if nothing is said. */
interface Part {
  locator?: Locator | undefined;
  fullPage?: boolean | undefined;
  clip?: PageScreenshotOptions['clip'] | undefined;
}

/** For the box of an element that was just seen. */
const boxLimitMs = 1_000;

/** How a page is laid out that a picture was taken of, as the JSON of a layout record; null where that cannot be told. */
export async function readPageLayout(
  page: Page,
  png: Buffer,
  { locator, fullPage, clip }: Part,
): Promise<string | null> {
  const boxOf = (one: Locator) =>
    unreported(page, () => one.boundingBox({ timeout: boxLimitMs })).catch(() => null);
  const box = locator ? await boxOf(locator) : clip;
  if (locator && !box) return null;
  const evaluate = (expression: string) =>
    unreported(page, () => page.mainFrame().evaluate<unknown>(expression));
  return readLayout({ evaluate }, png, { fullPage: !locator && fullPage, box });
}
