import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBrowser } from '../../apps/server/src/capture/findBrowser.js';
import { watchThreads } from '../../apps/server/src/capture/stage/watchThreads.js';
import { areAtWork } from '../../apps/server/src/capture/steps/awaitWorkers.js';
import { serve, type TestServer } from './serveFolder.js';

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html>');
  });
  browser = await chromium.launch({ executablePath: findBrowser(process.env) ?? '', args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

const addressOf = (path: string) => `http://127.0.0.1:${server.port}${path}`;

const working =
  'const work = () => { const end = performance.now() + 50; while (performance.now() < end); setTimeout(work); }; work();';

/** A page with dedicated workers that run these scripts. */
async function openWith(scripts: readonly string[]) {
  const context = await browser.newContext();
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  const threads = await watchThreads(browser, cdp);
  await page.goto(addressOf('/'));
  await page.evaluate((codes) => {
    for (const code of codes) new Worker(URL.createObjectURL(new Blob([code])));
  }, scripts);
  await expect.poll(() => page.workers().length).toBe(scripts.length);
  return { page, cdp, threads };
}

it.each([
  ['none', [], false],
  ['one that is idle', [''], false],
  ['many that are idle', Array(12).fill(''), false],
  ['one at work', [working], true],
  ['one at work among many that are idle', [...Array(12).fill(''), working], true],
])('of %s', async (_what, scripts, isAtWork) => {
  const stage = await openWith(scripts);
  // They start one after the other.
  await Promise.all(stage.page.workers().map((worker) => worker.evaluate('0')));
  const looks = [await areAtWork(stage), await areAtWork(stage), await areAtWork(stage)];
  // A busy machine may be late for one that is idle, and is looked at again.
  expect(looks).toEqual(isAtWork ? [true, true, true] : expect.arrayContaining([false]));
  await stage.page.context().close();
});

it('a page that goes elsewhere meanwhile is not waited for', async () => {
  const stage = await openWith(['']);
  const asked = areAtWork(stage);
  // While timers are counted.
  await stage.page.waitForTimeout(50);
  await stage.page.evaluate((address) => {
    location.href = address;
  }, addressOf('/elsewhere'));
  expect(await asked).toBe(false);
  await stage.page.context().close();
});
