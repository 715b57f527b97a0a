import { setTimeout as sleep } from 'node:timers/promises';
import { awaitLadleApp, documentScript, selectLadleStory } from '@svc/stabilise';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBrowser } from '../../apps/server/src/capture/findBrowser.js';
import type { Fleet } from '../../apps/server/src/domain/captures/Fleet.js';
import { ladlePage, ladleStory } from './ladlePage.js';
import { serve, type TestServer } from './serveFolder.js';
import { captureAll, resultOf, testFleet } from './testFleet.js';

const after = (milliseconds: number) =>
  `setTimeout(() => root.insertAdjacentHTML('beforeend', '<p>${milliseconds} ms</p>'), ${milliseconds});`;
/** Counts the calls of an interval; its story ends the one of the story before. */
const counting = (milliseconds: number) => `
  let calls = 0;
  clearInterval(window.counter);
  window.counter = setInterval(() => { calls += 1; root.innerHTML = '<p>' + calls + '</p>'; }, ${milliseconds});`;
const periods = [100, 500, 1_000, 3_000];
const intervals = Object.fromEntries(
  periods.flatMap((period) => [
    [`every ${period} ms`, `root.innerHTML = '<p>0</p>'; ${counting(period)}`],
    [
      `every ${period} ms, a frame later`,
      `root.innerHTML = '<p>0</p>'; requestAnimationFrame(() => { ${counting(period)} });`,
    ],
    [
      `every ${period} ms, once its module is there`,
      `root.innerHTML = '<div class="ladle-ring"></div>';
       import('/module.js').then(() => { root.innerHTML = '<p>0</p>'; ${counting(period)} });`,
    ],
    [
      `every ${period} ms, once a part of its build is there`,
      `root.innerHTML = '<p>0</p>';
       const part = document.createElement('script');
       part.src = '/part.js?' + Math.random();
       part.onload = () => { ${counting(period)} };
       document.head.append(part);`,
    ],
  ]),
);
const stories = {
  ...intervals,
  changes: `root.innerHTML = '<p>shown</p>'; ${after(500)} ${after(1_200)} ${after(1_400)}`,
  'changes later': `root.innerHTML = '<p>shown</p>'; ${after(1_700)}`,
};

/** How long a page waits for a script; another time each. */
const waits = [0, 900, 300];

let server: TestServer;
let browser: Browser;
let fleet: Fleet;
beforeAll(async () => {
  server = await serve(async (request, response) => {
    if (/^\/(module|part)\.js/.test(request.url ?? '')) {
      const wait = waits.shift() ?? 100;
      waits.push(wait);
      await sleep(wait);
      response.writeHead(200, { 'content-type': 'text/javascript' }).end('void 0;');
    } else response.writeHead(200, { 'content-type': 'text/html' }).end(ladlePage(stories));
  });
  fleet = testFleet(server.port, { allowHosts: [`127.0.0.1:${server.port}`], pages: 2 });
  browser = await chromium.launch({ executablePath: findBrowser(process.env) ?? '', args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser?.close();
  await fleet?.close();
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

it('an interval is called as often however long a story takes to begin with it', async () => {
  const names = Object.keys(intervals);
  const targets = names.map((name) => ladleStory(`http://127.0.0.1:${server.port}`, name));
  const outcomes = await captureAll(fleet, targets);
  for (const period of periods) {
    const [first, ...others] = names.filter((name) => name.startsWith(`every ${period} ms`));
    const result = resultOf(outcomes.get(first ?? ''));
    expect(result).not.toMatch(/^failed/);
    for (const name of others) expect([name, resultOf(outcomes.get(name))]).toEqual([name, result]);
    expect(outcomes.get(first ?? '')).toMatchObject({ ok: true, unstable: false });
  }
});
