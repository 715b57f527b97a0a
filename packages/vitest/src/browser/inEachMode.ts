import type { Media } from '../emulate.js';
import type { SvcViewport } from '../options.js';
import type { SvcMatchOptions } from './SvcMatchOptions.js';

/** As the page has them: what its context was made with is not to be lost. */
function readMedia(): Media {
  const has = (query: string) => matchMedia(`(${query})`).matches;
  return {
    media: matchMedia('print').matches ? 'print' : 'screen',
    colorScheme: has('prefers-color-scheme: dark') ? 'dark' : 'light',
    reducedMotion: has('prefers-reduced-motion: reduce') ? 'reduce' : 'no-preference',
    forcedColors: has('forced-colors: active') ? 'active' : 'none',
    contrast: has('prefers-contrast: more') ? 'more' : 'no-preference',
  };
}

/**
 * Calls `act` with the page in each mode, and restores its media; once where there are no modes.
 * @param act takes what the names of the snapshots end with, and the size of the mode
 */
export async function inEachMode(
  modes: SvcMatchOptions['modes'],
  emulate: (media: Media) => Promise<void>,
  act: (suffix: string, viewport: SvcViewport | undefined) => Promise<void>,
): Promise<void> {
  if (!modes) return act('', undefined);
  const before = readMedia();
  try {
    for (const [name, { viewport, ...media }] of Object.entries(modes)) {
      await emulate({ ...before, ...media });
      await act(`[${name}]`, viewport);
    }
  } finally {
    await emulate(before);
  }
}
