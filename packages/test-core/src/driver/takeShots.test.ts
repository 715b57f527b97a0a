import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { DriverOptions } from './DriverOptions.js';
import type { PageDriver } from './PageDriver.js';
import type { RunningTest } from './RunningTest.js';
import { ShotFolder } from './ShotFolder.js';
import { takeShots } from './takeShots.js';

let folder: ShotFolder;
let calls: string[];
let pictures: string[];
let title: string;
beforeEach(() => {
  folder = ShotFolder.make();
  calls = [];
  pictures = ['a'];
  // What was taken under a name is remembered for the process.
  title = expect.getState().currentTestName ?? '';
});
afterEach(() => folder.remove());

const driver: PageDriver = {
  async evaluate(expression) {
    if (expression.includes('badSelector')) calls.push('hold');
    else if (expression.includes('.remove()')) calls.push('unmask');
    else if (expression.includes('["h1"]')) calls.push('mask');
    else calls.push('release');
    return { ok: true };
  },
  viewport: async () => ({ width: 800, height: 600 }),
  setViewport: async ({ width }) => void calls.push(`size ${width}`),
  emulate: async (mode) => void calls.push(`mode ${JSON.stringify(mode)}`),
  async screenshot(target) {
    calls.push(`shoot ${JSON.stringify(target)}`);
    const [picture = ''] = pictures.length > 1 ? pictures.splice(0, 1) : pictures;
    return Buffer.from(picture);
  },
};

const take = (name: string | undefined, options: Partial<DriverOptions> = {}, test?: RunningTest | null) =>
  takeShots(
    driver,
    {
      name,
      options: { suite: 'e2e', ...options },
      test: test === undefined ? { file: 'a.test.js', titles: [title], attempt: 0 } : test,
    },
    folder,
  );
const names = () => folder.read().shots.map(({ shot: { name, viewport } }) => [name, viewport?.width]);

test('a picture is taken when the page is held, until two are alike; the page continues', async () => {
  pictures = ['a', 'b'];
  await take('Home', { mask: ['h1'], fullPage: true });
  const shoot = 'shoot {"fullPage":true}';
  expect(calls).toEqual(['hold', 'mask', shoot, shoot, shoot, 'unmask', 'release']);
  const [kept] = folder.read().shots;
  expect(readFileSync(kept?.shot.file ?? '', 'utf8')).toBe('b');
  expect(kept?.shot).toMatchObject({ suite: 'e2e', testId: `a.test.js > ${title}`, attempt: 0 });
});

test('sizes and modes are snapshots of their own, and are restored', async () => {
  await take('Sizes', { viewports: [375, 1280].map((width) => ({ width, height: 9 })) });
  expect(calls.filter((call) => call.startsWith('size'))).toEqual(['size 375', 'size 1280', 'size 800']);
  calls = [];
  await take('Modes', {
    modes: { dark: { colorScheme: 'dark' }, phone: { viewport: { width: 375, height: 9 } } },
  });
  expect(calls.filter((call) => !/hold|shoot|release/.test(call))).toEqual([
    'mode {"colorScheme":"dark"}',
    'mode {}',
    'size 375',
    'mode null',
    'size 800',
  ]);
  expect(names()).toEqual([
    ['Sizes', 375],
    ['Sizes', 1280],
    ['Modes[dark]', undefined],
    ['Modes[phone]', 375],
  ]);
});

test('a mode without a size has that of the page, whatever the mode before it had', async () => {
  await take('Modes', { modes: { phone: { viewport: { width: 375, height: 9 } }, usual: {}, last: {} } });
  expect(calls.filter((call) => /^(size|mode)/.test(call))).toEqual([
    ...['mode {}', 'size 375'],
    ...['mode {}', 'size 800'],
    ...['mode {}', 'mode null'],
  ]);
});

test('a snapshot without a name has those of its test, and a number', async () => {
  await take(undefined);
  await take(undefined);
  // The next attempt of the same test counts from the beginning.
  await take(undefined, {}, { file: 'a.test.js', titles: [title], attempt: 1 });
  expect(names().map(([name]) => name)).toEqual(
    [1, 2, 1].map((number) => `a.test.js > ${title} > ${number}`),
  );
  await expect(take(undefined, {}, null)).rejects.toThrow('needs a name');
});

test('other pixels under the same name are refused, unless they may be those of a retry', async () => {
  await take('Same');
  await take('Same');
  pictures = ['b'];
  await expect(take('Same')).rejects.toThrow(
    'this test has already taken a snapshot "Same", with different pixels',
  );
  await take('Same', {}, { file: 'a.test.js', titles: [title], attempt: 1 });
  await take('Same', { browser: 'phone' });
  await take('Unknown', {}, null);
  pictures = ['c'];
  await expect(take('Unknown', {}, null)).rejects.toThrow('this process has already taken');
  await take('Unknown', { testId: 'another' }, null);
});

test('the page continues where its picture cannot be taken', async () => {
  const failing = { ...driver, screenshot: () => Promise.reject(new Error('no element matches p')) };
  const order = { name: 'Home', options: { suite: 'e2e' }, test: null };
  await expect(takeShots(failing, order, folder)).rejects.toThrow('no element matches p');
  expect(calls).toEqual(['hold', 'release']);
});
