import { awaitLadleApp, documentScript, selectLadleStory } from '@svc/stabilise';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBrowser } from '../../apps/server/src/capture/findBrowser.js';
import { ladlePage } from './ladlePage.js';
import { serve, type TestServer } from './serveFolder.js';

const after = (milliseconds: number) =>
  `setTimeout(() => root.insertAdjacentHTML('beforeend', '<p>${milliseconds} ms</p>'), ${milliseconds});`;
const stories = {
  changes: `root.innerHTML = '<p>shown</p>'; ${after(500)} ${after(1_200)} ${after(1_400)}`,
  'changes later': `root.innerHTML = '<p>shown</p>'; ${after(1_700)}`,
};

let server: TestServer;
let browser: Browser;
beforeAll(async () => {
  server = await serve((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html' }).end(ladlePage(stories)),
  );
  browser = await chromium.launch({ executablePath: findBrowser(process.env) ?? '', args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
});

it('a time-out that is too long for an image waits, though nobody looks at the story in time', async () => {
  const page = await browser.newPage();
  await page.addInitScript({ content: documentScript('real') });
  await page.goto(`http://127.0.0.1:${server.port}/?story=none`);
  await page.evaluate(awaitLadleApp);
  const show = async (storyId: string, longestTimerMs: number) => {
    const story = { storyId, search: `?story=${encodeURIComponent(storyId)}` };
    const away = { storyId: 'none', search: '?story=none' };
    expect(await page.evaluate(selectLadleStory, { story, away, longestTimerMs })).toBeNull();
    // A fleet that is busy: longer than any of the time-outs.
    await page.waitForTimeout(2_000);
    return page.locator('#ladle-root p').allTextContents();
  };
  expect(await show('changes later', 2_000)).toEqual(['shown', '1700 ms']);
  expect(await show('changes', 1_000)).toEqual(['shown', '500 ms']);
  expect(await show('changes', 1_300)).toEqual(['shown', '500 ms', '1200 ms']);
});
