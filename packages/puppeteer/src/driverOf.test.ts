import type { Page } from 'puppeteer-core';
import { expect, expectTypeOf, test } from 'vitest';
import { driverOf } from './driverOf.js';
import type { SvcPage } from './SvcPage.js';

const png = new Uint8Array([1]);

function fakePage() {
  const calls: unknown[][] = [];
  const note =
    (name: string, answer?: unknown) =>
    async (...args: unknown[]) => {
      calls.push([name, ...args]);
      return answer;
    };
  const main = { evaluate: note('main', 'answer') };
  const gone = { evaluate: () => Promise.reject(new Error('Attempted to use detached Frame')) };
  const page = {
    frames: () => [gone, main],
    mainFrame: () => main,
    viewport: () => ({ width: 800, height: 600, deviceScaleFactor: 2 }),
    setViewport: note('setViewport'),
    emulateMediaFeatures: note('features'),
    emulateMediaType: note('media'),
    screenshot: note('screenshot', png),
    $: async (selector: string) => (selector === 'p' ? { screenshot: note('element', png) } : null),
  } as unknown as SvcPage;
  return { calls, driver: driverOf(page) };
}

test('pages of Puppeteer are pages of this plugin', () => {
  expectTypeOf<Page>().toExtend<SvcPage>();
});

test('a frame that goes away holds nothing up, and the page answers', async () => {
  const { driver, calls } = fakePage();
  expect(await driver.evaluate('1 + 1')).toBe('answer');
  expect(calls).toEqual([['main', '1 + 1']]);
});

test('a size keeps the scale of the page', async () => {
  const { driver, calls } = fakePage();
  await driver.setViewport({ width: 375, height: 667 });
  expect(calls).toEqual([['setViewport', { width: 375, height: 667, deviceScaleFactor: 2 }]]);
});

test('a mode is emulated, and taken back', async () => {
  const { driver, calls } = fakePage();
  await driver.emulate({ colorScheme: 'dark', contrast: 'more', media: 'print' });
  await driver.emulate(null);
  expect(calls).toEqual([
    ['media', 'print'],
    [
      'features',
      [
        { name: 'prefers-color-scheme', value: 'dark' },
        { name: 'prefers-contrast', value: 'more' },
      ],
    ],
    ['media', undefined],
    ['features', []],
  ]);
});

test('takes the page, all of it, or an element', async () => {
  const { driver, calls } = fakePage();
  await driver.screenshot({});
  await driver.screenshot({ fullPage: true });
  await driver.screenshot({ element: 'p' });
  await expect(driver.screenshot({ element: 'h2' })).rejects.toThrow('no element matches h2');
  expect(calls).toEqual([
    ['screenshot', { type: 'png', fullPage: false, captureBeyondViewport: false }],
    ['screenshot', { type: 'png', fullPage: true, captureBeyondViewport: true }],
    ['element', { type: 'png' }],
  ]);
});
