import { keepPicture, ShotFolder } from '@svc/test-core/driver';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runningTest } from './runningTest.js';
import SvcReporter, {
  globalSetup,
  globalTeardown,
  mochaGlobalSetup,
  mochaGlobalTeardown,
  mochaHooks,
} from './setup.js';

beforeEach(() => vi.stubEnv('SVC_SHOT_FOLDER', undefined));
afterEach(() => vi.unstubAllEnvs());

test.each([
  [
    'Jest',
    () => {
      const reporter = new SvcReporter();
      reporter.onRunStart();
      return async () => {
        await reporter.onRunComplete(null, { numFailedTests: 0, numFailedTestSuites: 0 });
        expect(reporter.getLastError()).toBeUndefined();
      };
    },
  ],
  [
    'Mocha',
    () => {
      mochaGlobalSetup();
      return () => mochaGlobalTeardown.call({ stats: { failures: 0 } });
    },
  ],
  [
    'node:test',
    () => {
      globalSetup();
      return globalTeardown;
    },
  ],
])('%s: a run without snapshots needs no key, and leaves nothing behind', async (_, begin) => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  const end = begin();
  const folder = process.env.SVC_SHOT_FOLDER;
  expect(folder).toMatch(/svc-shots-/);
  // A runner within this one leaves its pictures to it.
  mochaGlobalSetup();
  expect(process.env.SVC_SHOT_FOLDER).toBe(folder);
  await end();
  expect(process.env.SVC_SHOT_FOLDER).toBeUndefined();
  expect(log).not.toHaveBeenCalled();
  log.mockRestore();
});

test('a test of Mocha is known while it runs', () => {
  const currentTest = {
    file: `${process.cwd()}/tests/home.test.js`,
    titlePath: () => ['home', 'looks as before'],
    currentRetry: () => 1,
  };
  mochaHooks.beforeEach.call({ currentTest });
  expect(runningTest()).toEqual({
    file: 'tests/home.test.js',
    titles: ['home', 'looks as before'],
    attempt: 1,
  });
  mochaHooks.afterEach.call({ currentTest: { state: 'failed' } });
  expect(runningTest()?.file).not.toBe('tests/home.test.js');
});

test('what only a failed attempt of a test of Mocha took is left out once it has passed', () => {
  const folder = ShotFolder.make();
  folder.share();
  for (const [attempt, names, state] of [
    [0, ['error', 'Home'], undefined],
    [1, ['Home'], 'passed'],
  ] as const) {
    const titlePath = () => ['flaky'];
    mochaHooks.beforeEach.call({ currentTest: { titlePath, currentRetry: () => attempt } });
    for (const name of names)
      keepPicture(
        { name, viewport: null, png: new Uint8Array([attempt]) },
        { name, options: { suite: 'e2e' }, test: runningTest() },
        folder,
      );
    mochaHooks.afterEach.call({ currentTest: { state } });
  }
  expect(folder.read().shots.map(({ shot }) => shot.name)).toEqual(['Home', 'Home']);
  folder.remove();
});
