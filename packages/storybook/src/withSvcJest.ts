import { fileURLToPath } from 'node:url';
import { defaultViewport } from '@svc/schema/viewports';
import { pictureFlags } from '@svc/stabilise';

interface LaunchOptions {
  args?: string[];
  chromium?: LaunchOptions;
}
interface PlaywrightOptions {
  launchOptions?: LaunchOptions;
  contextOptions?: object;
}
/** What of Jest's configuration this plugin adds to. */
interface JestConfig {
  reporters?: readonly unknown[];
  testSequencer?: string;
  testEnvironmentOptions?: { 'jest-playwright'?: PlaywrightOptions };
}

/**
 * For `test-runner-jest.config.js`: adds the reporter that uploads snapshots when the tests have ended, and has the browser
 * draw as the service does.
 * @param config of `getJestConfig()`
 */
export function withSvcJest<Config extends object>(config: Config): Config {
  const { reporters = ['default'], testEnvironmentOptions = {} }: JestConfig = config;
  const playwright = testEnvironmentOptions['jest-playwright'] ?? {};
  const { launchOptions = {}, contextOptions } = playwright;
  const { args = [], chromium = {} } = launchOptions;
  const besideThis = (name: string) => fileURLToPath(new URL(name, import.meta.url));
  // The runner sets this where it has written the tests into a folder that it made up.
  const isElsewhere = Boolean(process.env.TEST_ROOT);
  return {
    ...(isElsewhere ? { testSequencer: besideThis('sequencer.cjs') } : {}),
    ...config,
    reporters: [...reporters, besideThis('reporter.cjs')],
    testEnvironmentOptions: {
      ...testEnvironmentOptions,
      'jest-playwright': {
        ...playwright,
        launchOptions: {
          ...launchOptions,
          chromium: { ...chromium, args: [...args, ...(chromium.args ?? []), ...pictureFlags] },
        },
        contextOptions: {
          viewport: defaultViewport,
          locale: 'en-US',
          timezoneId: 'UTC',
          ...contextOptions,
        },
      },
    },
  };
}
