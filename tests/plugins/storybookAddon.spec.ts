import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findBrowser } from '../../apps/server/src/capture/findBrowser.js';
import { type Book, configureBook, installBook, linkBook, startBook, writeStories } from './addonBook.js';
import { addonOptions, envOf, openStory, playAddon } from './addonScenario.js';
import { clientOf, useService } from './useService.js';

let browser: Browser;
beforeAll(async () => {
  const executablePath = findBrowser(process.env);
  if (!executablePath) throw new Error('these tests need a Chromium; name one with SVC_BROWSER_PATH');
  browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
});
afterAll(() => browser?.close());

const isLong = process.env.SVC_PLUGINS === 'all';

// `npm run test:plugins` sets SVC_PLUGINS: a scenario of a minute is too long for `npm test`.
describe.skipIf(!isLong)('the addon in the Storybook of this repository', () => {
  const shared = useService(async () => {});
  let book: Book;
  beforeAll(() => {
    book = linkBook();
  });
  afterAll(() => book?.remove());

  test('shows the newest build, approves it, and runs stories', { retry: 0 }, async () => {
    await playAddon(book, shared.server, clientOf(shared), browser);
  });
});

// Storybooks from the registry.
describe.skipIf(!isLong).each([
  { storybook: '9.1.20', vite: '7.3.1' },
  { storybook: '10.6.0', vite: '8.3.8' },
])('the addon in Storybook $storybook', (versions) => {
  const shared = useService(async () => {});
  let book: Book;
  beforeAll(async () => {
    book = await installBook(versions);
  });
  afterAll(() => book?.remove());

  // Not repeated on the same service, where a second sign-in asks for less and the approvals of the first try stand.
  test('shows the newest build, approves it, and runs stories', { timeout: 300_000, retry: 0 }, async () => {
    await playAddon(book, shared.server, clientOf(shared), browser);
  });

  test('an API key does not approve, and a service that is down is said', { timeout: 300_000 }, async () => {
    configureBook(book, addonOptions);
    writeStories(book, 'tomato');
    const env = envOf(book, shared.server, { SVC_API_KEY: shared.server.apiKey ?? '' });
    const storybook = await startBook(book, env);
    const page = await browser.newPage();
    try {
      await openStory(page, storybook.url, 'forms-button--primary');
      const panel = page.getByTestId('svc-panel');
      await panel.getByRole('button', { name: 'Run this story' }).click();
      const local = panel.getByRole('region', { name: 'On this machine' });
      await local.getByText(/Waits for a review/).waitFor({ timeout: 60_000 });
      expect(await local.getByRole('button', { name: 'Approve for my local runs' }).isDisabled()).toBe(true);
      await local.getByText('An API key cannot approve here.').waitFor();
      await local.locator('code').getByText('npx --no svc login').waitFor();

      await shared.server.stop();
      await panel.getByRole('button', { name: 'Refresh' }).click();
      await panel
        .getByText(`The service at ${shared.server.url} does not answer`)
        .waitFor({ timeout: 60_000 });
    } finally {
      await page.close();
      await storybook.stop();
    }
  });

  test('an option that is wrong ends Storybook with what is wrong', { timeout: 300_000 }, async () => {
    configureBook(book, { suit: 'book' });
    writeStories(book, 'tomato');
    await expect(startBook(book, envOf(book, shared.server))).rejects.toThrow(/unknown option "suit"/);
  });
});
