import type { DriverMode, DriverViewport, PageDriver } from '@svc/test-core/driver';
import type { SvcFrame, SvcPage } from './SvcPage.js';

/** For the longest that settling may take, on a busy machine: the picture is taken all the same. */
const limitMs = 20_000;

const features: Record<Exclude<keyof DriverMode, 'viewport' | 'media'>, string> = {
  colorScheme: 'prefers-color-scheme',
  reducedMotion: 'prefers-reduced-motion',
  forcedColors: 'forced-colors',
  contrast: 'prefers-contrast',
};

/** A frame that goes away meanwhile, or does not answer, holds nothing up. */
async function evaluate(frame: SvcFrame, expression: string): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, limitMs, null);
  });
  return Promise.race([frame.evaluate(expression).catch(() => null), late]).finally(() =>
    clearTimeout(timer),
  );
}

/** A page of Puppeteer as the shared part of the plugins drives it. */
export function driverOf(page: SvcPage): PageDriver {
  return {
    async evaluate(expression) {
      const main = page.mainFrame();
      const others = page.frames().filter((frame) => frame !== main);
      const [answer] = await Promise.all([main, ...others].map((frame) => evaluate(frame, expression)));
      return answer;
    },
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
