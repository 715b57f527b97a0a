import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Scratch } from '../clients/scratch.js';
import { tarballOf } from '../clients/tarballs.js';
import type { Driver, ScenarioRun, ScenarioShot, ScenarioTest } from './Driver.js';

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

const testText = ({ file, title, shots, fails, killsRunner }: ScenarioTest): string => `
it(${JSON.stringify(title)}, async () => {
  const attempt = attempts[${JSON.stringify(title)}] ?? 0;
  attempts[${JSON.stringify(title)}] = attempt + 1;
${shots.map((shot) => shotText(shot, file)).join('\n')}
${fails ? `  if (attempt !== ${fails === 'always' ? -1 : 1}) throw new Error('fails');` : ''}
${killsRunner ? "  process.kill(process.ppid, 'SIGKILL');" : ''}
});`;

function shotText({ name, color, retryColor = color, target, isMasked, own }: ScenarioShot, file: string) {
  const given = name && (own ? name : `${file} > ${name}`);
  const shown = {
    ...own,
    ...(isMasked ? { mask: ['h1'] } : {}),
    ...(target === 'element' ? { element: 'p' } : {}),
    ...(target === 'full page' ? { fullPage: true } : {}),
  };
  return `  await browser.url('data:text/html,' + encodeURIComponent(\`<body style="margin:0;background:\${attempt ? '${retryColor}' : '${color}'}"><h1>\${${isMasked ? 'Date.now()' : "''"}}</h1><p>text</p></body>\`));
  await browser.svcSnapshot(${given ? `${JSON.stringify(given)}, ` : ''}${JSON.stringify(shown)});`;
}
