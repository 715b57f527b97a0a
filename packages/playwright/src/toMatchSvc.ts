import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Locator, Page } from '@playwright/test';
import { readBases, snapshotName, takeUntilAlike } from '@svc/test-core';
import { whileHeld } from './holdPages.js';
import { inEachMode } from './inEachMode.js';
import { checkMatchOptions, type SvcMatchOptions, type SvcViewport } from './options.js';
import { readPageLayout } from './readPageLayout.js';
import { test } from './runner.js';
import { sharedState } from './sharedState.js';
import { matchFolder, shotFolder } from './shotFolder.js';
import { type MatchNote, matchPrefix } from './takenPictures.js';

/** How many snapshots without a name each test has taken. */
const counts = new WeakMap<object, number>();

const isPage = (target: Page | Locator): target is Page => 'goto' in target;

/** Takes a snapshot of a page or of a part of it, in every mode and size that is asked for. */
export async function takeMatch(
  target: Page | Locator,
  given: string | undefined,
  options: SvcMatchOptions,
): Promise<void> {
  checkMatchOptions(options);
  const info = test.info();
  const page = isPage(target) ? target : target.page();
  const {
    viewports,
    modes,
    element,
    mask,
    ignoreSelectors,
    delay,
    fullPage,
    stabilise = sharedState.options?.stabilise,
    layout = sharedState.options?.layout ?? true,
    ...rest
  } = options;
  const name = given ?? automaticName(info);
  const shown = element === undefined ? target : page.locator(element);
  const size = page.viewportSize();
  let isResized = false;
  const shoot = async (suffix: string, viewport: SvcViewport | null) => {
    const shownAs = viewport ?? (isResized ? size : null);
    if (shownAs) await page.setViewportSize(shownAs);
    isResized = viewport !== null;
    if (delay) await sleep(delay);
    const note = { ...rest, name: name + suffix, viewport };
    const isBase = knownAs(note, info.project.name);
    await whileHeld(page, stabilise, async () => {
      const png = await takeStable(shown, page, { mask, ignoreSelectors, fullPage, isBase });
      const locator = isPage(shown) ? undefined : shown;
      const record = layout && !isBase(png) ? await readPageLayout(page, png, { locator, fullPage }) : null;
      keep(png, record, note);
    });
  };
  try {
    await inEachMode(page, modes, async (suffix, viewport) => {
      for (const one of viewport ? [viewport] : (viewports ?? [null])) await shoot(suffix, one);
    });
  } finally {
    if (isResized && size) await page.setViewportSize(size);
  }
}

/** Whether a picture is what its snapshot is compared with. */
function knownAs({ suite, name, viewport }: MatchNote, browser: string): (png: Buffer) => boolean {
  const { options } = sharedState;
  if (!options) return () => false;
  const slot = { name, viewport: viewport ?? undefined, browser: browser || undefined };
  const of = suite ?? options.suite;
  return (png) => readBases(shotFolder(), of)?.isBase({ ...slot, suite: of }, png) ?? false;
}

function automaticName(info: ReturnType<typeof test.info>): string {
  const count = (counts.get(info) ?? 0) + 1;
  counts.set(info, count);
  const [file = '', ...titles] = info.titlePath;
  return snapshotName(file.replaceAll('\\', '/'), ...titles, count);
}

function takeStable(
  target: Page | Locator,
  page: Page,
  {
    mask = [],
    ignoreSelectors = [],
    fullPage,
    isBase,
  }: Pick<SvcMatchOptions, 'mask' | 'ignoreSelectors' | 'fullPage'> & { isBase(png: Buffer): boolean },
): Promise<Buffer> {
  const style = ignoreSelectors
    .map((selector) => `${selector} { visibility: hidden !important; }`)
    .join('\n');
  const covered = mask.map((one) => (typeof one === 'string' ? page.locator(one) : one));
  const common = { animations: 'disabled', caret: 'hide', scale: 'css', mask: covered, style } as const;
  const take = () =>
    isPage(target)
      ? target.screenshot({ ...common, ...(fullPage === undefined ? {} : { fullPage }) })
      : target.screenshot(common);
  return takeUntilAlike(take, isBase);
}

/** The reporter finds the picture by its attachment, and what is to be known of it beside its file. */
function keep(png: Buffer, layout: string | null, note: MatchNote): void {
  const path = join(matchFolder(), `${randomUUID()}.png`);
  writeFileSync(path, png);
  if (layout) writeFileSync(`${path}.layout`, layout);
  writeFileSync(`${path}.json`, JSON.stringify(note));
  test.info().attachments.push({ name: `${matchPrefix}${note.name}`, contentType: 'image/png', path });
}
