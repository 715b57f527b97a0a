import { setTimeout as sleep } from 'node:timers/promises';
import { decodeRecord } from '../../packages/layout-diff/dist/index.js';
import { layoutScript } from '../../packages/stabilise/dist/index.js';

const size = { width: 1280, height: 720 };
const still =
  '<style>*, *::before, *::after { animation: none !important; transition: none !important; caret-color: transparent !important }</style>';

/** Opens a story as the book is served now, waits until it has come to rest, and lets a script of the change do its part. */
export async function openStory(page, url) {
  await page.goto(url, { waitUntil: 'load' });
  await page
    .waitForFunction(
      () =>
        document.querySelector('#storybook-root, #root, #ladle-root')?.childElementCount > 0 &&
        !document.querySelector('.ladle-ring'),
      null,
      { timeout: 20_000 },
    )
    .catch(() => {});
  await page.evaluate((html) => document.head.insertAdjacentHTML('beforeend', html), still);
  await atRest(page);
  const isChanged = await page.evaluate(() => window.svcChange?.());
  return { record: await atRest(page), isChanged };
}

/** The record of a page once two in a row are the same. */
async function atRest(page) {
  let before = '';
  for (let round = 0; round < 40; round++) {
    await page.evaluate(async () => {
      await document.fonts.ready;
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    });
    const now = await page.evaluate(layoutScript({ scale: 1, clip: { x: 0, y: 0, ...size } }));
    const isCut = now.includes('"partial":"time"');
    if (now === before && !isCut) return decodeRecord(now);
    before = isCut ? '' : now;
    await sleep(60);
  }
  return null;
}
