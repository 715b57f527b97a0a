import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Scratch } from '../clients/scratch.js';
import { tarballOf } from '../clients/tarballs.js';
import { countedTest, firstArgument } from './countedTest.js';
import type { Driver, ScenarioRun, ScenarioTest } from './Driver.js';

const svc = fileURLToPath(new URL('../../packages/cli/bin/svc.js', import.meta.url));

/**
 * @param version of WebdriverIO, from the registry
 * @param chromedriver its path; it has to be of the version of the browser
 */
export const webdriverioDriver = (version: string, chromedriver: string): Driver => ({
  name: `webdriverio ${version}`,
  browser: 'chrome',
  // Capabilities of one browser have no names.
  lacks: ['projects'],
  async install(scratch) {
    const names = [
      '@wdio/cli',
      '@wdio/local-runner',
      '@wdio/mocha-framework',
      '@wdio/spec-reporter',
      'webdriverio',
    ];
    const packages = names.map((name) => `${name}@${version}`);
    const flags = ['install', '--no-save', '--legacy-peer-deps', '--ignore-scripts'];
    const { code, output } = await scratch.run(
      'npm',
      [...flags, tarballOf('webdriverio'), ...packages],
      process.env,
    );
    if (code !== 0) throw new Error(`the plugin cannot be installed:\n${output}`);
  },
  async run(scratch, suite, run, env) {
    writeProject(scratch, suite, run, chromedriver);
    const runner = [
      'node_modules/@wdio/cli/bin/wdio.js',
      'run',
      'wdio.conf.mjs',
      ...(run.shard ? [`--shard=${run.shard}`] : []),
    ];
    const line = run.within ? [svc, ...run.within, '--', process.execPath, ...runner] : runner;
    const { code, output } = await scratch.run(process.execPath, line, env);
    // WebdriverIO counts files; its tests are those of Mocha.
    const passed = output.match(/✓ /g)?.length ?? 0;
    const failed = output.match(/✖ /g)?.length ?? 0;
    return { code, output: `${output}\n${passed} passed\n${failed} failed\n` };
  },
});

function writeProject(
  scratch: Scratch,
  suite: string,
  { tests, workers = 1, retries = 0, options }: ScenarioRun,
  chromedriver: string,
): void {
  const config = {
    runner: 'local',
    specs: ['./*.spec.ts'],
    maxInstances: workers,
    logLevel: 'error',
    capabilities: [
      {
        browserName: 'chrome',
        'wdio:chromedriverOptions': { binary: chromedriver },
        'goog:chromeOptions': {
          binary: process.env.SVC_BROWSER_PATH,
          args: ['--headless', '--no-sandbox', '--window-size=320,240'],
        },
      },
    ],
    framework: 'mocha',
    mochaOpts: { timeout: 60_000, retries },
    reporters: ['spec'],
    services: [['@svc/webdriverio', { suite, ...options }]],
  };
  scratch.write('wdio.conf.mjs', `export const config = ${JSON.stringify(config)};\n`);
  for (const file of readdirSync(scratch.folder))
    if (file.endsWith('.spec.ts')) rmSync(join(scratch.folder, file));
  for (const file of new Set(tests.map((test) => test.file))) {
    const own = tests.filter((test) => test.file === file);
    scratch.write(file, `const attempts = {};\n${own.map(testText).join('\n')}\n`);
  }
}

const testText = (test: ScenarioTest): string =>
  countedTest(test, {
    keyword: 'it',
    show: (html) => `await browser.url('data:text/html,' + encodeURIComponent(${html}))`,
    take: (name, options) => `await browser.svcSnapshot(${firstArgument(name)}${JSON.stringify(options)})`,
  });
