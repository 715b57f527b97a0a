import { documentScript } from '@svc/stabilise';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findBrowser } from '../../apps/server/src/capture/findBrowser.js';

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: findBrowser(process.env) ?? '', args: ['--no-sandbox'] });
});
afterAll(async () => {
  await browser?.close();
});

async function open(style: string, html: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 340, height: 200 } });
  await page.addInitScript(documentScript('real'));
  await page.goto('data:text/html,<!doctype html>');
  await page.setContent(`<style>@keyframes fade { to { opacity: 0.1 } } ${style}</style>${html}`);
  return page;
}

/** As before each picture. */
const pose = (page: Page) =>
  page.evaluate(async () => {
    const { steps } = window.svcDocumentKit;
    steps.dressPage([]);
    await steps.freezeMotion({ atEnd: true, isPaintedAnew: () => true });
  });

/** Where things are, which posing must not change. */
const places = (page: Page) =>
  page.evaluate(() =>
    [...document.body.children].map((element) => JSON.stringify(element.getBoundingClientRect())),
  );

it.each<[string, string, string, string?]>([
  ['a placeholder', 'input::placeholder { animation: fade 1s infinite }', '<input placeholder="Name">'],
  [
    'the thumb of a slider',
    'input, input::-webkit-slider-thumb { appearance: none } input::-webkit-slider-thumb { width: 20px; height: 20px; background: teal; animation: fade 1s infinite }',
    '<input type="range">',
  ],
  [
    'a button that takes files',
    '::file-selector-button { animation: fade 1s infinite }',
    '<input type="file">',
  ],
  [
    'the bar of a progress that rose',
    'progress { appearance: none } ::-webkit-progress-value { background: teal; transition: inline-size 20s linear }',
    '<progress value="0.1"></progress>',
    'document.querySelector("progress").value = 0.9',
  ],
  [
    'details that open',
    ':root { interpolate-size: allow-keywords } details::details-content { height: 0; overflow: clip; transition: height 20s linear, content-visibility 20s allow-discrete } details[open]::details-content { height: auto }',
    '<details><summary>More</summary><p>One</p></details>',
    'document.querySelector("details").open = true',
  ],
  ['a progress without a value', 'progress { accent-color: crimson }', '<progress></progress>'],
])('%s is the same in every picture', async (_, style, html, change = '') => {
  const pictures = new Set<string>();
  for (const waited of [20, 330, 700]) {
    const page = await open(style, html);
    await page.evaluate(`document.body.getBoundingClientRect(); ${change}`);
    await page.waitForTimeout(waited);
    await pose(page);
    pictures.add((await page.screenshot()).toString('base64'));
    await page.waitForTimeout(100);
    await pose(page);
    pictures.add((await page.screenshot()).toString('base64'));
    await page.close();
  }
  expect(pictures.size).toBe(1);
});

it('a progress bar that stands for one of the browser has its place and its color, and one of a page stays as it is', async () => {
  const own =
    '<progress class="own"></progress><style>.own { appearance: none } .own::-webkit-progress-bar { background: gold }</style>';
  const page = await open(
    '',
    `<progress></progress><progress style="height: 40px; width: 90px"></progress>${own}`,
  );
  const before = await places(page);
  await pose(page);
  expect(await places(page)).toEqual(before);
  const marks = await page.evaluate(() =>
    [...document.querySelectorAll('progress')].map((bar) => bar.style.getPropertyValue('--svc-progress')),
  );
  expect(marks).toEqual(['#0075ff', '#0075ff', '']);
  await page.close();
});

it('roots that are closed in markup are found', async () => {
  const page = await open('', '');
  const count = await page.evaluate((style) => {
    document.body.setHTMLUnsafe(
      `<div><template shadowrootmode="closed"><style>${style}</style><i>One</i></template></div>`,
    );
    return window.svcDocumentKit.roots().flatMap((root) => root.getAnimations()).length;
  }, '@keyframes turn { to { rotate: 1turn } } i { display: block; animation: turn 1s infinite }');
  expect(count).toBe(1);
  await page.close();
});
