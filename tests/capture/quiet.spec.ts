import { documentScript } from '@svc/stabilise';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBrowser } from '../../apps/server/src/capture/findBrowser.js';

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findBrowser(process.env) ?? '', args: ['--no-sandbox'] });
});
afterAll(() => browser?.close());

const quiet = { quietMs: 50, afterTimerMs: 150, frames: 60, paintLimitMs: 500, limitMs: 1_000 };

/** Waits for a page to hold still whose frames come slowly, and which changes with so many of them. */
async function restOf(changes: number) {
  const page = await browser.newPage();
  await page.addInitScript(`
    const later = window.setTimeout.bind(window);
    let left = ${changes};
    const change = () => {
      if (left-- > 0) document.body.dataset.left = left;
    };
    window.requestAnimationFrame = (callback) => later(() => { callback(); later(change, 1); }, 120);
    ${documentScript('real')}`);
  await page.goto('data:text/html,<p>A story</p>');
  const rest = await page.evaluate((waits) => window.svcDocumentKit.steps.awaitQuiet(waits), quiet);
  await page.close();
  return rest;
}

it('a page that changes with each frame does not hold still, however long those take', async () => {
  expect(await restOf(1_000)).toMatchObject({ restless: true });
});

it('a page that has changed with its first frames holds still after them', async () => {
  expect(await restOf(2)).toMatchObject({ restless: false });
});
