import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { inject } from 'vitest';
import type { Fixtures } from '../../apps/web/dev/Fixtures.js';
import { serveFixtures } from '../../apps/web/dev/serveFixtures.js';
import { browserPath } from './browserPath.js';

export const review = '/acme/web/diffs/dif_review';

export interface Web {
  /** Opens a path in a fresh browser context over fresh data. */
  open: (path: string, options?: OpenOptions) => Promise<Visit>;
  close: () => Promise<void>;
}

export interface OpenOptions extends BrowserContextOptions {
  /** Changes the data before the page asks for it. */
  arrange?: (fixtures: Fixtures) => void;
}

export interface Visit {
  page: Page;
  fixtures: Fixtures;
  /** Everything that the browser complained about: exceptions, refused content, failed requests. */
  complaints: string[];
}

/** Path, query and fragment of where the page is. */
export const pathOf = (page: Page): string => page.url().slice(new URL(page.url()).origin.length);

/** Serves the built web, with fixtures for the API, to a real Chromium. */
export async function openWeb(): Promise<Web> {
  const server = await serveFixtures(inject('webFolder'));
  const browser: Browser = await chromium.launch({ executablePath: browserPath(), args: ['--no-sandbox'] });
  return {
    open: async (path, { arrange, ...options } = {}) => {
      await Promise.all(browser.contexts().map((context) => context.close()));
      const fixtures = server.reset();
      arrange?.(fixtures);
      const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      const page = await context.newPage();
      const complaints: string[] = [];
      page.on('pageerror', (error) => complaints.push(error.message));
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      await page.goto(server.url + path);
      return { page, fixtures, complaints };
    },
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}
