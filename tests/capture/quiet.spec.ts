import { documentScript, type HoldAnswer, holdScript, startScript } from '@svc/stabilise';
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

it('an animation that ends just before it is held may begin another, which is held as well', async () => {
  const page = await browser.newPage();
  await page.addInitScript(documentScript('real'));
  await page.goto('data:text/html,<div id=box>A box</div>');
  const freeze = (code: string) =>
    page.evaluate(`(async () => {
      const box = document.querySelector('#box');
      const { steps } = window.svcDocumentKit;
      ${code}
      return (await steps.freezeMotion({ atEnd: true, isPaintedAnew: () => true })).running;
    })()`);
  const waits = JSON.stringify({ ...quiet, limitMs: 200 });
  expect(await freeze(`await steps.awaitQuiet(${waits})`)).toBe(0);
  const another = await freeze(`
    const slide = () => box.animate([{ translate: 0 }, { translate: '9px' }], 60_000);
    const first = slide();
    await steps.awaitQuiet(${waits});
    // As one that ends does, of which the page hears with the next frame.
    first.cancel();
    requestAnimationFrame(slide)`);
  await page.close();
  expect(another).toBe(1);
});

it('a plugin holds as well what an animation begins that ended just before', async () => {
  const page = await browser.newPage();
  await page.addInitScript(startScript());
  await page.goto('data:text/html,<div id=box>A box</div>');
  await page.evaluate(`(() => {
    const { awaitQuiet } = window.svcDocumentKit.steps;
    const slide = () => box.animate([{ translate: 0 }, { translate: '9px' }], 60_000);
    const first = slide();
    // As one that ends while it is waited for, of which the page hears with the next frame.
    window.svcDocumentKit.steps.awaitQuiet = async (waits) => {
      const rest = await awaitQuiet(waits);
      first.cancel();
      requestAnimationFrame(slide);
      return rest;
    };
  })()`);
  const { moves } = await page.evaluate<HoldAnswer>(holdScript({ hidden: [] }));
  const states = await page.evaluate(() => document.getAnimations().map(({ playState }) => playState));
  await page.close();
  expect([moves, states]).toEqual([true, []]);
});

it('a hidden document, which gets no frames, is held', async () => {
  const page = await browser.newPage();
  await page.addInitScript(`
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    window.requestAnimationFrame = () => 0;
    ${startScript()}`);
  await page.goto('data:text/html,<style>@keyframes turn { to { rotate: 1turn } }</style>');
  await page.evaluate(() => {
    document.body.style.animation = 'turn 1s infinite';
  });
  const { moves } = await page.evaluate<HoldAnswer>(holdScript({ hidden: [] }));
  await page.close();
  expect(moves).toBe(true);
});
