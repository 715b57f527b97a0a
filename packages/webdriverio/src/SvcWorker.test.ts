import { ShotFolder } from '@svc/test-core/driver';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SvcBrowser } from './SvcBrowser.js';
import SvcWorker from './SvcWorker.js';

const png = Buffer.from('a picture').toString('base64');
const elementKey = 'element-6066-11e4-a52e-4f735466cecf';

let folder: ShotFolder;
beforeEach(() => {
  vi.stubEnv('SVC_SHOT_FOLDER', undefined);
  folder = ShotFolder.make();
  folder.share();
});
afterEach(() => {
  folder.remove();
  vi.unstubAllEnvs();
});

async function open(
  browser: Partial<SvcBrowser> = {},
  options = {},
  capabilities: object = { browserName: 'chrome' },
) {
  const worker = new SvcWorker({ suite: 'e2e', ...options }, capabilities);
  let command: (...args: unknown[]) => Promise<void> = () => Promise.reject(new Error('no command'));
  const fake = {
    isBidi: true,
    addCommand: (_: string, given: typeof command) => {
      command = given;
    },
    scriptAddPreloadScript: async () => ({}),
    executeScript: async (script: string) => (script.includes('innerWidth') ? [800, 600] : { ok: true }),
    takeScreenshot: async () => png,
    findElement: async (_: string, selector: string) =>
      selector === 'p' ? { [elementKey]: 'id' } : { error: 'no such element' },
    takeElementScreenshot: async () => png,
    sendCommandAndGetResult: async () => ({}),
    ...browser,
  } as unknown as SvcBrowser;
  await worker.before(null, null, fake);
  return { worker, take: (...args: unknown[]) => command(...args) };
}

const shots = () => folder.read().shots.map(({ shot }) => shot);
const file = `${process.cwd()}/tests/a.test.js`;

test('a snapshot belongs to its test, attempt and browser', async () => {
  const { worker, take } = await open({}, { tags: ['a'] });
  const mocha = { test: { titlePath: () => ['home', 'looks as before'] } };
  for (const tags of [undefined, ['b']]) {
    worker.beforeTest({ title: 'looks as before', file }, mocha);
    await take({ ...(tags ? { tags } : {}), element: 'p' });
    worker.afterTest(null, mocha, { passed: false });
  }
  const common = {
    suite: 'e2e',
    name: 'tests/a.test.js > home > looks as before > 1',
    browser: 'chrome',
    testId: 'tests/a.test.js > home > looks as before',
  };
  expect(shots()).toMatchObject([
    { ...common, attempt: 0, tags: ['a'] },
    { ...common, attempt: 1, tags: ['b'] },
  ]);
  await expect(take()).rejects.toThrow('needs a name');
});

test('a test with other capabilities of the same browser is another one', async () => {
  const ids = [];
  for (const cid of ['0-3', '1-0', '1-0']) {
    const { worker, take } = await open();
    worker.beforeSession(null, null, [`file://${file}`], cid);
    worker.beforeTest({ title: 'home', file });
    await take();
    ids.push(shots().at(-1)?.testId);
  }
  expect(ids).toEqual([
    'tests/a.test.js > home',
    'tests/a.test.js > home (capabilities 2)',
    'tests/a.test.js > home (capabilities 2)',
  ]);
});

test('scenarios of Cucumber are tests', async () => {
  const { worker, take } = await open({}, { browser: 'phone' });
  const scenario = { uri: 'features/a.feature', name: 'a visitor' };
  for (const [id, passed] of [
    ['first example', true],
    ['second example', false],
    ['second example', true],
  ] as const) {
    worker.beforeScenario({ pickle: { ...scenario, id } });
    await take();
    worker.afterScenario(null, { passed });
  }
  const name = 'features/a.feature > a visitor';
  expect(shots()).toMatchObject([
    { name: `${name} (2) > 1`, browser: 'phone', attempt: 0 },
    { name: `${name} > 1`, attempt: 0 },
    { name: `${name} (2) > 1`, attempt: 1 },
  ]);
});

test('what only failed attempts took is left out, with the retries of either', async () => {
  for (const isOwnRetry of [true, false]) {
    const { worker, take } = await open();
    const context = { test: { titlePath: () => [`own ${isOwnRetry}`] }, wdioRetries: 0 };
    worker.beforeTest({ title: 'flaky', file }, context);
    await take(`error ${isOwnRetry}`);
    await take();
    if (isOwnRetry) context.wdioRetries = 1;
    else {
      worker.afterTest(null, context, { passed: false, retries: { attempts: 0 } });
      worker.beforeTest({ title: 'flaky', file }, context);
    }
    await take();
    worker.afterTest(null, context, { passed: true, retries: { attempts: context.wdioRetries } });
  }
  const names = [true, false].map((isOwn) => `tests/a.test.js > own ${isOwn} > 1`);
  expect(shots().map(({ name, attempt }) => [name, attempt])).toEqual([
    [names[0], 0],
    [names[1], 0],
    [names[0], 1],
    [names[1], 1],
  ]);
});

test('the second of two tests with the same titles is not an attempt of the first', async () => {
  const pictures = [png, Buffer.from('another').toString('base64')];
  const { worker, take } = await open({ takeScreenshot: async () => pictures[0] ?? '' });
  worker.beforeTest({ title: 'same', file });
  await take('Home', { stabilise: false });
  worker.afterTest(null, null, { passed: true });
  worker.beforeTest({ title: 'same', file });
  pictures.shift();
  await expect(take('Home', { stabilise: false })).rejects.toThrow('with different pixels');
});

test('a test of Jasmine is one of its spec file', async () => {
  const { worker, take } = await open();
  worker.beforeSession(null, null, [`file://${file}`], '0-0');
  worker.beforeTest({ fullName: 'home looks', file: '/node_modules/@wdio/utils/build/index.js' });
  await take();
  expect(shots()).toMatchObject([{ name: 'tests/a.test.js > home looks > 1' }]);
});

test('a session without BiDi says what needs it', async () => {
  const { take } = await open({ isBidi: false });
  await take('Home');
  await expect(take('Home', { fullPage: true })).rejects.toThrow('fullPage needs WebDriver BiDi');
  await expect(take('Home', { viewports: [{ width: 9, height: 9 }] })).rejects.toThrow('viewports needs');
});

test('what cannot be taken is an error in words', async () => {
  const { take } = await open({
    sendCommandAndGetResult: () => Promise.reject(new Error('unknown command')),
  });
  await expect(take('Home', { element: 'h2' })).rejects.toThrow('no element matches h2');
  await expect(take('Home', { modes: { dark: { colorScheme: 'dark' } } })).rejects.toThrow(
    'modes need Chrome or Edge',
  );
  await expect(take('Home', { viewport: 1 })).rejects.toThrow('unknown option "viewport"');
  folder.remove();
  await expect(take('Home')).rejects.toThrow('needs the service in the configuration');
});
