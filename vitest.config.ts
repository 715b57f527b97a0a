import { defineConfig } from 'vitest/config';
import { LongestFirst } from './tests/setup/LongestFirst.js';
import { longTests } from './tests/setup/longTests.js';

// A machine may be slow; only what hangs takes as long.
const common = { testTimeout: 120_000, hookTimeout: 120_000 };
const inBrowser = {
  // As for `database` below. Their workers load the service too.
  isolate: false,
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // One more than for the others: on average a worker uses half of a core, since its tests wait for browsers, timeouts and programs.
  maxWorkers: 3,
  // A poll may start a program or wait for a page: by default one second has to do for all of its tries.
  expect: { poll: { timeout: 30_000 } },
  // A browser may stall on a busy machine. Only waiting is tried again, never a wrong result, and the report names the test.
  retry: { count: 1, condition: /timeout|timed out/i },
};
const longOnly = process.env.SVC_LONG === 'only';
/** If files or folders are named, all of their tests run. */
const isChosen = process.argv.slice(2).some((argument) => argument.startsWith('tests/'));
const sources = ['packages/*/src', 'apps/*/src', 'apps/server/testing'];
/** Sources that are functions of their arguments alone, and leave nothing behind in a process: their tests can share one. */
const pure = ['packages/schema/src', 'packages/layout-diff/src', 'apps/server/src/domain'].map(
  (folder) => `${folder}/**/*.test.ts`,
);

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...common,
          name: 'pure',
          setupFiles: ['tests/setup/seed.ts'],
          // A process for each takes longer than most of these files to run.
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
          include: pure,
        },
      },
      {
        test: {
          ...common,
          name: 'unit',
          setupFiles: ['tests/setup/seed.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
          include: [
            ...sources.map((folder) => `${folder}/**/*.test.ts`),
            'tests/model/**/*.test.ts',
            'scripts/**/*.test.mjs',
            'apps/docs/*/*.test.mjs',
          ],
          exclude: [...pure, '**/*.db.test.ts', '**/node_modules/**', '**/dist/**'],
        },
      },
      {
        test: {
          ...common,
          name: 'database',
          setupFiles: ['tests/setup/seed.ts', 'tests/setup/hashParameters.ts'],
          // The modules of the service take longer to load than most of these files to run.
          isolate: false,
          sequence: { groupOrder: 1 },
          include: [...sources, 'tests/model'].map((folder) => `${folder}/**/*.db.test.ts`),
          globalSetup: ['tests/setup/postgres.ts'],
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...inBrowser,
          // They take seconds. One that waits for something that never comes is tried again sooner.
          testTimeout: 90_000,
          name: 'web',
          sequence: { groupOrder: 2 },
          include: ['tests/web/*.spec.ts'],
          globalSetup: ['tests/setup/postgres.ts', 'tests/setup/web.ts'],
        },
      },
      {
        test: {
          ...inBrowser,
          name: 'browser',
          // Together with `web`, so that no worker waits for the last file of the other one.
          sequence: { groupOrder: 2 },
          include: longOnly ? [...longTests] : ['tests/**/*.spec.ts'],
          // Of the tests of S3 only the short one, which starts a Ceph while others run.
          exclude: [
            ...['tests/web/**', 'tests/s3/!(short).spec.ts', '**/node_modules/**'],
            ...(longOnly || isChosen ? [] : longTests),
          ],
          globalSetup: ['tests/setup/clients.ts', 'tests/setup/postgres.ts', 'tests/setup/web.ts'],
        },
      },
    ],
  },
});
