import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Locator, Page, PageScreenshotOptions } from '@playwright/test';
import { expectedPicture } from './expectedSlot.js';
import { unreported } from './internals.js';
import { readPageLayout } from './readPageLayout.js';
import { sharedState } from './sharedState.js';
import { awaitBases } from './shotFolder.js';

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

/** How the pictures of a page are taken. */
interface Ways {
  /** Of a page that has come to rest; what is animated is reported, and left to Playwright. */
  settled<T>(take: (moves: boolean) => Promise<T>): Promise<T>;
  /** Of one that is painted again, too. */
  repainted<T>(take: () => Promise<T>): Promise<T>;
  /** Of one whose motion is held still as in captures. */
  held<T>(take: () => Promise<T>): Promise<T>;
  /** As Playwright takes it: until two are alike. */
  loop(): Promise<unknown>;
}

/**
 * Takes the picture of one `toHaveScreenshot`. One that is, byte for byte, what its snapshot is compared with needs no second one to
 * be alike; with any other comes the layout of its page.
 */
export async function takeExpected(
  page: Page,
  options: ExpectOptions,
  { settled, repainted, held, loop }: Ways,
): Promise<unknown> {
  const picture = expectedPicture();
  const isOwn = options.type !== 'webp' && !options.expected && !options.isNot;
  if (!picture || !isOwn) return held(loop);
  const known = await awaitBases(picture.slot.suite);
  const isKnown = known?.has(picture.slot) ?? false;
  const isBase = (png: Buffer | null): png is Buffer =>
    png !== null && (known?.isBase(picture.slot, png) ?? false);
  const once = () => takeOnce(page, options);
  let moves = false;
  if (isKnown) {
    // Baselines that were imported show what moves as Playwright puts it for a picture.
    const first = await settled(async (is) => {
      moves = is;
      return once();
    });
    if (isBase(first)) return { actual: first } satisfies Taken;
    const again = moves ? await repainted(once) : null;
    if (isBase(again)) return { actual: again } satisfies Taken;
  }
  return held(async () => {
    const still = moves ? await once() : null;
    if (isBase(still)) return { actual: still } satisfies Taken;
    const taken = (await loop()) as Taken;
    if (taken.actual && !isBase(taken.actual)) await keepLayout(page, options, picture.path, taken.actual);
    return taken;
  });
}

/** Beside the picture, where the reporter finds it. */
async function keepLayout(
  page: Page,
  { locator, fullPage, clip }: ExpectOptions,
  path: string,
  png: Buffer,
): Promise<void> {
  if (sharedState.options?.layout === false) return;
  const layout = await readPageLayout(page, png, { locator, fullPage, clip });
  if (!layout) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.layout`, layout);
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
