import { pictureFlags } from '@svc/stabilise';
import { afterEach, expect, test, vi } from 'vitest';
import { withSvcJest } from './withSvcJest.js';

type Result = {
  reporters: string[];
  testSequencer?: string;
  testEnvironmentOptions: {
    'jest-playwright': { browsers?: string[]; launchOptions: object; contextOptions: object };
  };
};
const resultOf = (config: object) => withSvcJest(config) as Result;
const optionsOf = (config: object) => resultOf(config).testEnvironmentOptions['jest-playwright'];

afterEach(() => void vi.unstubAllEnvs());

test('tests that the runner wrote into a folder of its own are sharded by their names', () => {
  vi.stubEnv('TEST_ROOT', undefined);
  expect(resultOf({})).not.toHaveProperty('testSequencer');
  vi.stubEnv('TEST_ROOT', '/tmp/of the runner');
  expect(resultOf({}).testSequencer).toMatch(/sequencer\.cjs$/);
  expect(resultOf({ testSequencer: 'own' }).testSequencer).toBe('own');
});

test('the reporter comes after those of the project', () => {
  const { reporters } = resultOf({ reporters: ['default', 'junit'] });
  expect(reporters).toEqual(['default', 'junit', expect.stringMatching(/reporter\.cjs$/)]);
  expect(resultOf({}).reporters).toHaveLength(2);
});

test('the browser draws as that of the service, with the flags of the project', () => {
  const playwright = {
    browsers: ['chromium'],
    launchOptions: { executablePath: '/a', args: ['--a'] },
    contextOptions: { locale: 'de' },
  };
  expect(optionsOf({ testEnvironmentOptions: { 'jest-playwright': playwright } })).toEqual({
    browsers: ['chromium'],
    launchOptions: {
      executablePath: '/a',
      args: ['--a'],
      // Other browsers know none of them.
      chromium: { args: ['--a', ...pictureFlags] },
    },
    contextOptions: { viewport: { width: 1280, height: 720 }, locale: 'de', timezoneId: 'UTC' },
  });
  expect(optionsOf({}).launchOptions).toEqual({ chromium: { args: [...pictureFlags] } });
});
