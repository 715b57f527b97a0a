import type { Browser } from 'playwright-core';
import type { BrowserLauncher } from './launchBrowser.js';

export interface KeptBrowser {
  /** The running browser, or a new one when there is none or the last one died. */
  get(): Promise<Browser>;
  close(): Promise<void>;
}

/** One browser for the whole fleet, started when it is first needed and again after it died. */
export function keepBrowser(launcher: BrowserLauncher): KeptBrowser {
  let current: Promise<Browser> | null = null;

  return {
    get() {
      if (current) return current;
      const starting: Promise<Browser> = launcher.launch().then((browser) => {
        browser.once('disconnected', forget);
        return browser;
      });
      const forget = () => {
        if (current === starting) current = null;
      };
      starting.catch(forget);
      current = starting;
      return starting;
    },
    async close() {
      const browser = await current?.catch(() => null);
      current = null;
      await browser?.close();
    },
  };
}
