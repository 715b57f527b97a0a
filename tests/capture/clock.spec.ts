import { documentScript } from '@svc/stabilise';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBrowser } from '../../apps/server/src/capture/findBrowser.js';

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findBrowser(process.env) ?? '', args: ['--no-sandbox'] });
});
afterAll(() => browser?.close());

/** Code that begins a story with `begin()`, at some moment of a step that is under way. */
const moments: Record<string, string> = {
  'in a frame': 'requestAnimationFrame(begin)',
  'in a time-out': 'setTimeout(begin, 50)',
  'in a time-out before another one': 'setTimeout(begin, 50); setTimeout(() => {}, 50)',
  'when an observer has seen something': 'new ResizeObserver(begin).observe(document.body)',
  'between two frames': 'void window.svcDocumentKit.sleep(20).then(begin)',
  'in a task between two frames':
    'void window.svcDocumentKit.sleep(20).then(() => scheduler.postTask(begin))',
};

/** Loops of a story that count their turns. */
const loops: Record<string, string> = {
  'tasks in the background': `const next = () => void scheduler.postTask(() => count(next), { priority: 'background' }); next()`,
  messages:
    'const { port1, port2 } = new MessageChannel(); const next = () => port2.postMessage(0); port1.onmessage = () => count(next); next()',
  'frames with tasks':
    'const next = () => requestAnimationFrame(() => scheduler.postTask(() => count(next))); next()',
};

/** How many turns a loop has made when its story is held. */
async function turnsOf(loop: string, moment: string): Promise<number> {
  const page = await browser.newPage();
  await page.addInitScript(documentScript({ limitMs: 500, atOnce: false }));
  await page.goto('data:text/html,<p>A story</p>');
  const turns = await page.evaluate(`new Promise((resolve) => {
    const kit = window.svcDocumentKit;
    let turns = 0;
    const count = (next) => { turns += 1; next(); };
    let begun = false;
    const begin = () => {
      if (begun) return;
      begun = true;
      kit.beginStory();
      kit.goOn();
      ${loop};
      // The last step may still be under way.
      const look = () => (kit.clock.isHeld() ? kit.sleep(200).then(() => resolve(turns)) : kit.sleep(20).then(look));
      void look();
    };
    ${moment};
  })`);
  await page.close();
  return Number(turns);
}

it.each(Object.entries(loops))('%s: as many turns at whatever moment the story begins', async (_, loop) => {
  const turns: Record<string, number> = {};
  for (const [name, moment] of Object.entries(moments)) turns[name] = await turnsOf(loop, moment);
  const [first] = Object.values(turns);
  expect(first).toBeGreaterThan(10);
  expect(turns).toEqual(Object.fromEntries(Object.keys(moments).map((name) => [name, first])));
});

it.each([
  ['is shown', false],
  ['was not drawn yet', true],
])('waits for the frames of a page that %s, of which a busy machine makes few', async (_, keepsAll) => {
  const page = await browser.newPage();
  await page.addInitScript(`
    const request = window.requestAnimationFrame.bind(window);
    const kept = [];
    let keeps = ${keepsAll};
    window.requestAnimationFrame = (callback) => (keeps ? kept.push(callback) : request(callback));
    window.keepFrames = () => { keeps = true; };
    window.giveFrames = () => { keeps = false; for (const callback of kept.splice(0)) request(callback); };
    ${documentScript({ limitMs: 500, atOnce: true })}`);
  await page.goto('data:text/html,<p>A story</p>');
  const held = await page.evaluate(`(async () => {
    const { clock, goOn, sleep } = window.svcDocumentKit;
    const start = clock.now();
    goOn();
    if (!${keepsAll}) while (clock.now() === start) await sleep(10);
    keepFrames();
    // A frame that was given before may still come.
    await sleep(200);
    const before = clock.now();
    // Twice as long as a document waits that is not shown.
    await sleep(3_000);
    const meanwhile = clock.now();
    giveFrames();
    while (!clock.isHeld()) await sleep(20);
    return { before, meanwhile };
  })()`);
  await page.close();
  expect(held).toMatchObject({ meanwhile: (held as { before: number }).before });
});

/** What a story shows that asks for an answer, and whether its image would be trusted. */
async function shownAfter(answer: (goneOn: Promise<unknown>) => Promise<unknown>) {
  const page = await browser.newPage();
  await page.addInitScript(documentScript({ limitMs: 3_000, atOnce: true }));
  await page.route('http://story.test/**', async (route) => {
    if (!route.request().url().endsWith('/answer'))
      return route.fulfill({ body: '<p>waits</p>', contentType: 'text/html' });
    await answer(page.waitForFunction('window.svcDocumentKit.elapsed() > 0'));
    await route.fulfill({ body: 'answered' });
  });
  await page.goto('http://story.test/');
  const seen = await page.evaluate(async () => {
    const kit = window.svcDocumentKit;
    const show = async () => {
      const text = await (await fetch('/answer')).text();
      for (const line of document.querySelectorAll('p')) line.textContent = text;
    };
    void show();
    // Moves until the clock is held.
    setInterval(() => document.body.toggleAttribute('data-moves'), 100);
    kit.goOn();
    const { restless } = await kit.awaitRest({
      limitMs: 30_000,
      quietMs: 0,
      afterTimerMs: 0,
      frames: 0,
      paintLimitMs: 0,
    });
    return { restless, text: document.body.textContent };
  });
  await page.close();
  return seen;
}

it('an answer that takes seconds is waited for', async () => {
  const after = () => new Promise((resolve) => setTimeout(resolve, 4_000));
  expect(await shownAfter(after)).toEqual({ restless: false, text: 'answered' });
});

it('an answer that comes after the story went on without it makes the image doubtful', async () => {
  expect(await shownAfter((goneOn) => goneOn)).toMatchObject({ restless: true });
});

it('an answer that never comes is not waited for', async () => {
  expect(await shownAfter(() => new Promise(() => {}))).toEqual({ restless: false, text: 'waits' });
});
