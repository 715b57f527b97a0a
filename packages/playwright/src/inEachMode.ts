import type { Page } from '@playwright/test';
import type { SvcMatchOptions, SvcViewport } from './options.js';

/** In the page. */
declare const matchMedia: (query: string) => { matches: boolean };

type Media = NonNullable<Parameters<Page['emulateMedia']>[0]>;

/** The media features that a mode may set, as the page has them: options of its context are not to be lost. */
const readMedia = (page: Page): Promise<Media> =>
  page.evaluate((): Media => {
    const has = (query: string) => matchMedia(`(${query})`).matches;
    return {
      media: matchMedia('print').matches ? 'print' : null,
      colorScheme: has('prefers-color-scheme: dark') ? 'dark' : 'light',
      reducedMotion: has('prefers-reduced-motion: reduce') ? 'reduce' : 'no-preference',
      forcedColors: has('forced-colors: active') ? 'active' : 'none',
      contrast: has('prefers-contrast: more') ? 'more' : 'no-preference',
    };
  });

/**
 * Calls `act` with the page in each mode, and restores its media; once where there are no modes.
 * @param act takes what the names of the snapshots end with, and the size of the mode
 */
export async function inEachMode(
  page: Page,
  modes: SvcMatchOptions['modes'],
  act: (suffix: string, viewport: SvcViewport | undefined) => Promise<void>,
): Promise<void> {
  if (!modes) return act('', undefined);
  const before = await readMedia(page);
  try {
    for (const [name, { viewport, ...media }] of Object.entries(modes)) {
      const given = Object.entries(media).filter(([, value]) => value !== undefined);
      await page.emulateMedia({ ...before, ...(Object.fromEntries(given) as Media) });
      await act(`[${name}]`, viewport);
    }
  } finally {
    await page.emulateMedia(before);
  }
}
