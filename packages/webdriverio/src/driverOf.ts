import { emulatedMedia, type PageDriver } from '@svc/test-core/driver';
import type { SvcBrowser } from './SvcBrowser.js';

/** As WebDriver names the id of an element. */
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

function needBidi({ isBidi }: SvcBrowser, option: string): void {
  if (!isBidi)
    throw new Error(
      `${option} needs WebDriver BiDi, which this session does not speak: remove 'wdio:enforceWebDriverClassic', or use a newer browser`,
    );
}

/** A browser of WebdriverIO as the shared part of the plugins drives it. */
export function driverOf(browser: SvcBrowser): PageDriver {
  return {
    // WebDriver waits for the promise. Other frames than the one that the test is in are left alone.
    evaluate: (expression) => browser.executeScript(`return ${expression}`, []),
    async viewport() {
      const size = await browser.executeScript('return [innerWidth, innerHeight]', []);
      const [width, height] = size as [number, number];
      return { width, height };
    },
    async setViewport(viewport) {
      needBidi(browser, 'viewports');
      await browser.setViewport(viewport);
    },
    async emulate(mode) {
      await browser
        .sendCommandAndGetResult('Emulation.setEmulatedMedia', emulatedMedia(mode))
        .catch((error: Error) => {
          throw new Error(
            `modes need Chrome or Edge, which can show a page in another mode: ${error.message}`,
          );
        });
    },
    async screenshot({ element, fullPage }) {
      if (element !== undefined) {
        const found = await browser.findElement('css selector', element);
        const id = found[elementKey];
        if (typeof id !== 'string') throw new Error(`no element matches ${element}`);
        return Buffer.from(await browser.takeElementScreenshot(id), 'base64');
      }
      if (!fullPage) return Buffer.from(await browser.takeScreenshot(), 'base64');
      needBidi(browser, 'fullPage');
      const context = await browser.getWindowHandle();
      const { data } = await browser.browsingContextCaptureScreenshot({ context, origin: 'document' });
      return Buffer.from(data, 'base64');
    },
  };
}
