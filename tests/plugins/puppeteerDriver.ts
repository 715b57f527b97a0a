import { readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Scratch } from '../clients/scratch.js';
import { tarballOf } from '../clients/tarballs.js';
import { countedTest, firstArgument } from './countedTest.js';
import type { Driver, ScenarioRun, ScenarioTest } from './Driver.js';

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));
const svc = fileURLToPath(new URL('../../packages/cli/bin/svc.js', import.meta.url));

/** What runs the tests. */
interface Runner {
  name: string;
  packages: string[];
  lacks: NonNullable<Driver['lacks']>;
  /** Of a run, besides the program. */
  line(scratch: Scratch, run: ScenarioRun): string[];
  /** Makes `test`, `before`, `after`, and what retries. */
  head(run: ScenarioRun): string;
}

export const nodeTest: Runner = {
  name: 'node:test',
  packages: [],
  lacks: ['projects', 'retries'],
  line(scratch, { workers = 1, shard }) {
    scratch.write('svc.mjs', "export { globalSetup, globalTeardown } from '@svc/puppeteer/setup';\n");
    return [
      '--test',
      '--test-global-setup=svc.mjs',
      `--test-concurrency=${workers}`,
      ...(shard ? [`--test-shard=${shard}`] : []),
      '*.spec.ts',
    ];
  },
  head: () => "const { test, before, after } = require('node:test');",
};

/** Without anything that prepares the run: the process of each file has a session of its own, and uploads at its end. */
export const nodeTestAlone: Runner = {
  ...nodeTest,
  name: 'node:test, without set-up',
  lacks: ['projects', 'retries', 'shard', 'files'],
  line: (_, { workers = 1 }) => ['--test', `--test-concurrency=${workers}`, '*.spec.ts'],
};

export const mocha = (version: string): Runner => ({
  name: `mocha ${version}`,
  packages: [`mocha@${version}`],
  lacks: ['projects', 'shard'],
  line: (_, { workers = 1, retries = 0 }) => [
    'node_modules/mocha/bin/mocha.js',
    '--require=@svc/puppeteer/setup',
    '--timeout=60000',
    `--retries=${retries}`,
    ...(workers > 1 ? ['--parallel', `--jobs=${workers}`] : []),
    '*.spec.ts',
  ],
  head: () => 'const test = it;',
});

export const jest = (version: string): Runner => ({
  name: `jest ${version}`,
  packages: [`jest@${version}`],
  // It decides itself whether tests run in a process of their own.
  lacks: ['projects', 'killsRunner'],
  line(scratch, { workers = 1, shard }) {
    const config = {
      testMatch: ['**/*.spec.ts'],
      transform: {},
      testTimeout: 60_000,
      reporters: ['default', '@svc/puppeteer/setup'],
    };
    scratch.write('jest.config.json', JSON.stringify(config));
    const flags = [`--maxWorkers=${workers}`, ...(shard ? [`--shard=${shard}`] : [])];
    return ['node_modules/jest/bin/jest.js', '--config=jest.config.json', ...flags];
  },
  head: ({ retries = 0 }) =>
    `const before = beforeAll, after = afterAll; jest.retryTimes(${retries}, { retryImmediately: true });`,
});

/** @param version of Puppeteer, from the registry; that of this repository if absent */
export const puppeteerDriver = (runner: Runner, version?: string): Driver => ({
  name: ['puppeteer', version, 'in', runner.name].filter(Boolean).join(' '),
  lacks: runner.lacks,
  async install(scratch) {
    const plugin = ['install', '--no-save', '--legacy-peer-deps', tarballOf('puppeteer')];
    const { code, output } = await (version
      ? scratch.run('npm', [...plugin, `puppeteer-core@${version}`, ...runner.packages], process.env)
      : scratch.run('npm', [...plugin, '--offline']));
    if (code !== 0) throw new Error(`the plugin cannot be installed:\n${output}`);
    if (!version)
      symlinkSync(join(modules, 'puppeteer-core'), join(scratch.folder, 'node_modules/puppeteer-core'));
  },
  async run(scratch, suite, run, env) {
    for (const file of readdirSync(scratch.folder))
      if (file.endsWith('.spec.ts')) rmSync(join(scratch.folder, file));
    for (const file of new Set(run.tests.map((test) => test.file)))
      scratch.write(file, fileText(runner.head(run), suite, run, file));
    const line = runner.line(scratch, run);
    const { code, output } = await scratch.run(
      process.execPath,
      run.within ? [svc, ...run.within, '--', process.execPath, ...line] : line,
      env,
    );
    // Each runner counts in words of its own.
    return {
      code,
      output: output
        .replace(/(\d+) passing/g, '$1 passed')
        .replace(/(\d+) failing/g, '$1 failed')
        .replace(/\bpass (\d+)/g, '$1 passed')
        .replace(/\bfail (\d+)/g, '$1 failed'),
    };
  },
});

const fileText = (head: string, suite: string, { tests, options }: ScenarioRun, file: string): string => `
${head}
const loaded = require('puppeteer-core');
const { snapshot } = require('@svc/puppeteer');
const options = ${JSON.stringify({ suite, ...options })};
let browser;
before(async () => {
  browser = await (loaded.default ?? loaded).launch({
    executablePath: process.env.SVC_BROWSER_PATH,
    headless: 'shell',
    args: ['--no-sandbox'],
    defaultViewport: { width: 320, height: 240 },
  });
});
after(() => browser.close());
const attempts = {};
${tests
  .filter((test) => test.file === file)
  .map(testText)
  .join('\n')}
`;

const testText = (test: ScenarioTest): string =>
  countedTest(test, {
    keyword: 'test',
    begin: '  const page = await browser.newPage();\n',
    show: (html) => `await page.setContent(${html})`,
    take: (name, options) =>
      `await snapshot(page, ${firstArgument(name)}{ ...options, ...${JSON.stringify(options)} })`,
  });
