import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Scratch } from '../clients/scratch.js';
import { tarballOf } from '../clients/tarballs.js';
import type { Driver, ScenarioRun, ScenarioShot, ScenarioTest } from './Driver.js';

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));
const svc = fileURLToPath(new URL('../../packages/cli/bin/svc.js', import.meta.url));

/** What drives the browser. */
interface Provider {
  /** Of Vitest's provider and what else it needs. */
  packages(version: string): string[];
  /** As Vitest calls it. */
  browser: string;
  /** Modules of a configuration. */
  imports: string;
  call: string;
}

const playwright: Provider = {
  packages: (version) => [`@vitest/browser-playwright@${version}`, 'playwright@1.65.1'],
  browser: 'chromium',
  imports: "import { playwright } from '@vitest/browser-playwright';",
  call: 'playwright({ launchOptions: { executablePath: process.env.SVC_BROWSER_PATH } })',
};

/** @param chromedriver its path; it has to be of the version of the browser */
export const webdriverio = (chromedriver: string): Provider => ({
  // It takes any newer `@vitest/browser`, which ends a run with another version of Vitest.
  packages: (version) => [
    `@vitest/browser-webdriverio@${version}`,
    `@vitest/browser@${version}`,
    'webdriverio@9.32.0',
  ],
  browser: 'chrome',
  imports: "import { webdriverio } from '@vitest/browser-webdriverio';",
  call: `webdriverio({
        capabilities: {
          'wdio:chromedriverOptions': { binary: ${JSON.stringify(chromedriver)} },
          'goog:chromeOptions': { binary: process.env.SVC_BROWSER_PATH, args: ['--no-sandbox'] },
        },
      })`,
});

/** @param version of Vitest, from the registry; that of this repository if absent */
export const vitestDriver = (version?: string, provider: Provider = playwright): Driver => ({
  name: ['vitest', version, provider.browser].filter(Boolean).join(' '),
  browser: provider.browser,
  // Its driver and browser would be left behind.
  lacks: provider === playwright ? [] : ['killsRunner'],
  async install(scratch) {
    const plugin = ['install', '--no-save', '--legacy-peer-deps', tarballOf('vitest')];
    const runner = version ? [`vitest@${version}`, 'vite@8.3.8', ...provider.packages(version)] : [];
    const { code, output } = await (version
      ? scratch.run('npm', [...plugin, ...runner], process.env)
      : scratch.run('npm', [...plugin, '--offline']));
    if (code !== 0) throw new Error(`the plugin cannot be installed:\n${output}`);
    if (version) return;
    mkdirSync(join(scratch.folder, 'node_modules/@vitest'), { recursive: true });
    for (const name of ['vitest', '@vitest/browser', '@vitest/browser-playwright', 'playwright'])
      symlinkSync(join(modules, name), join(scratch.folder, 'node_modules', name));
  },
  attachments({ folder }) {
    const artifacts = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Artifact[];
    return artifacts.flatMap(({ message, attachments }) => {
      const [, name] = /^\w+: [^>]+ > (.+?) \[/.exec(message) ?? [];
      return attachments.map((one) => `${name}-${one.name.replace('reference', 'expected')}.png`);
    });
  },
  run(scratch, suite, run, env) {
    writeProject(scratch, suite, run, provider);
    const runner = ['node_modules/vitest/vitest.mjs', 'run', ...(run.shard ? [`--shard=${run.shard}`] : [])];
    const line = run.within ? [svc, ...run.within, '--', process.execPath, ...runner] : runner;
    return scratch.run(process.execPath, line, env);
  },
});

interface Artifact {
  message: string;
  attachments: { name: string }[];
}

/** Writes down what Vitest's own reports show of screenshots. */
const reporter = `import { writeFileSync } from 'node:fs';
export default class {
  onTestRunEnd(modules) {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const shown = tests.flatMap((test) => test.artifacts()).filter(({ type }) => type === 'internal:toMatchScreenshot');
    writeFileSync('report.json', JSON.stringify(shown));
  }
}
`;

function writeProject(
  scratch: Scratch,
  suite: string,
  { tests, workers = 1, retries = 0, projects, options }: ScenarioRun,
  provider: Provider,
) {
  const instances = projects ? projects.map((name) => ({ name })) : [{}];
  scratch.write('report.mjs', reporter);
  scratch.write(
    'vitest.config.mjs',
    `import { defineConfig } from 'vitest/config';
${provider.imports}
import { svcVitest } from '@svc/vitest';
export default defineConfig({
  root: 'tests',
  plugins: [svcVitest(${JSON.stringify({ suite, ...options })})],
  test: {
    include: ['*.spec.ts'],
    maxWorkers: ${workers},
    retry: ${retries},
    reporters: ['default', ${JSON.stringify(join(scratch.folder, 'report.mjs'))}],
    testTimeout: 100_000,
    expect: { poll: { timeout: 50_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      commands: { killRunner: () => process.kill(process.pid, 'SIGKILL') },
      connectTimeout: 300_000,
      viewport: { width: 320, height: 240 },
      provider: ${provider.call},
      instances: ${JSON.stringify(instances.map((one) => ({ ...one, browser: provider.browser })))},
    },
  },
});
`,
  );
  rmSync(join(scratch.folder, 'tests'), { recursive: true, force: true });
  mkdirSync(join(scratch.folder, 'tests'));
  for (const file of new Set(tests.map((test) => test.file))) {
    const own = tests.filter((test) => test.file === file);
    scratch.write(
      join('tests', file),
      `import { test, expect } from 'vitest';\nimport { commands, page } from 'vitest/browser';\n${own.map(testText).join('\n')}\n`,
    );
  }
}

const testText = ({ title, shots, fails, killsRunner }: ScenarioTest): string => `
test(${JSON.stringify(title)}, async ({ task }) => {
  const retry = task.result?.retryCount ?? 0;
${shots.map(shotText).join('\n')}
${killsRunner ? '  await commands.killRunner();' : ''}
${fails ? `  expect(retry).toBe(${fails === 'always' ? -1 : 1});` : ''}
});`;

function shotText({
  name,
  color,
  retryColor = color,
  target = 'page',
  isMasked,
  isOnlyFirst,
  own,
}: ScenarioShot): string {
  const given = name ? `${JSON.stringify(name)}, ` : '';
  const call = own
    ? `await expect(page).toMatchSvc(${given}${JSON.stringify({
        ...own,
        ...(isMasked ? { mask: ['h1'] } : {}),
        ...(target === 'full page' ? { fullPage: true } : {}),
      })})`
    : `await ${target === 'element' ? "expect.element(page.getByText('text'))" : 'expect(document.body)'}.toMatchScreenshot(${given}${
        isMasked ? "{ screenshotOptions: { mask: [page.getByRole('heading')] } }" : ''
      })`;
  return `  ${isOnlyFirst ? 'if (retry === 0)' : ''} {
  document.body.style = \`margin:0;background:\${retry ? '${retryColor}' : '${color}'}\`;
  document.body.innerHTML = \`<h1>\${${isMasked ? 'Date.now()' : "''"}}</h1><p>text</p>\`;
  ${call};
  }`;
}
