import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Locator, Page, PageScreenshotOptions } from '@playwright/test';
import { type KnownBases, readBases } from '@svc/test-core';
import { expectedPicture } from './expectedSlot.js';
import { unreported } from './internals.js';
import { readPageLayout } from './readPageLayout.js';
import { sharedState } from './sharedState.js';
import { shotFolder } from './shotFolder.js';

/** What Playwright calls the method that takes a picture until two are alike with, as far as it counts here. */
export interface ExpectOptions
  extends Pick<
    PageScreenshotOptions,
    'animations' | 'caret' | 'clip' | 'fullPage' | 'mask' | 'maskColor' | 'omitBackground' | 'scale' | 'style'
  > {
  locator?: Locator;
  expected?: Buffer;
  isNot?: boolean;
  timeout?: number;
  type?: string;
}

interface Taken {
  actual?: Buffer;
}

/** The first picture may wait this long for its element; then Playwright waits for it in its own words. */
const longestFirst = 1_000;

const bases = (): KnownBases | null =>
  sharedState.options ? readBases(shotFolder(), sharedState.options.suite) : null;

/**
 * Takes the picture of one `toHaveScreenshot`, of a page that is held. One that is, byte for byte, what its snapshot is compared
 * with needs no second one to be alike; with any other comes the layout of its page.
 * @param take as Playwright takes it: until two are alike
 */
export async function takeExpected(
  page: Page,
  options: ExpectOptions,
  take: () => Promise<unknown>,
): Promise<unknown> {
  const picture = expectedPicture();
  const isOwn = options.type !== 'webp' && !options.expected && !options.isNot;
  if (!picture || !isOwn) return take();
  const known = bases();
  const isBase = (png: Buffer) => known?.isBase(picture.slot, png) ?? false;
  if (known?.has(picture.slot)) {
    const first = await takeOnce(page, options);
    if (first && isBase(first)) return { actual: first } satisfies Taken;
  }
  const taken = (await take()) as Taken;
  if (taken.actual && sharedState.options?.layout !== false && !isBase(taken.actual)) {
    const { locator, fullPage, clip } = options;
    const layout = await readPageLayout(page, taken.actual, { locator, fullPage, clip });
    if (layout) {
      mkdirSync(dirname(picture.path), { recursive: true });
      writeFileSync(`${picture.path}.layout`, layout);
    }
  }
  return taken;
}

/** Options that a picture of the page and one of an element have in common. */
const shared = ['animations', 'caret', 'mask', 'maskColor', 'omitBackground', 'scale', 'style'] as const;

/** Null where it cannot be taken now. */
async function takeOnce(page: Page, options: ExpectOptions): Promise<Buffer | null> {
  const { locator, timeout } = options;
  const keys = locator ? shared : [...shared, 'clip' as const, 'fullPage' as const];
  const given = keys.flatMap((key) => (options[key] === undefined ? [] : [[key, options[key]]]));
  const settings: PageScreenshotOptions = {
    ...Object.fromEntries(given),
    timeout: Math.min(timeout || longestFirst, longestFirst),
  };
  return unreported(page, () => (locator ?? page).screenshot(settings)).catch(() => null);
}
