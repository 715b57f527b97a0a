import {
  type DriverMode,
  type DriverViewport,
  evaluateInFrames,
  type PageDriver,
} from '@svc/test-core/driver';
import type { SvcPage } from './SvcPage.js';

const features: Record<Exclude<keyof DriverMode, 'viewport' | 'media'>, string> = {
  colorScheme: 'prefers-color-scheme',
  reducedMotion: 'prefers-reduced-motion',
  forcedColors: 'forced-colors',
  contrast: 'prefers-contrast',
};

/** A page of Puppeteer as the shared part of the plugins drives it. */
export function driverOf(page: SvcPage): PageDriver {
  return {
    evaluate: (expression) => evaluateInFrames(page, expression),
    viewport: async () => page.viewport(),
    setViewport: (viewport: DriverViewport) => page.setViewport({ ...page.viewport(), ...viewport }),
    async emulate(mode) {
      const { media, ...others } = mode ?? {};
      await page.emulateMediaType(media);
      await page.emulateMediaFeatures(
        Object.entries(features).flatMap(([key, name]) => {
          const value = others[key as keyof typeof features];
          return value ? [{ name, value }] : [];
        }),
      );
    },
    async screenshot({ element, fullPage = false }) {
      if (element === undefined)
        return page.screenshot({ type: 'png', fullPage, captureBeyondViewport: fullPage });
      const found = await page.$(element);
      if (!found) throw new Error(`no element matches ${element}`);
      return found.screenshot({ type: 'png' });
    },
  };
}
