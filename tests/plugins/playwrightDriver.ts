import { mkdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Scratch } from '../clients/scratch.js';
import { tarballOf } from '../clients/tarballs.js';
import type { Driver, ScenarioRun, ScenarioShot, ScenarioTest } from './Driver.js';

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));

/** @param version of Playwright, from the registry; that of this repository if absent */
export const playwrightDriver = (version?: string): Driver => ({
  name: `playwright ${version ?? ''}`.trim(),
  async install(scratch) {
    const plugin = ['install', '--no-save', '--legacy-peer-deps', tarballOf('playwright')];
    const { code, output } = await (version
      ? scratch.run('npm', [...plugin, `@playwright/test@${version}`], process.env)
      : scratch.run('npm', [...plugin, '--offline']));
    if (code !== 0) throw new Error(`the plugin cannot be installed:\n${output}`);
    if (version) return;
    mkdirSync(join(scratch.folder, 'node_modules/@playwright'), { recursive: true });
    for (const name of ['@playwright/test', 'playwright', 'playwright-core'])
      symlinkSync(join(modules, name), join(scratch.folder, 'node_modules', name));
  },
  attachments({ folder }) {
    const report = JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report;
    return report.suites.flatMap(imagesIn);
  },
  run(scratch, suite, run, env) {
    writeProject(scratch, suite, run);
    const runner = [
      'node_modules/@playwright/test/cli.js',
      'test',
      ...(run.shard ? [`--shard=${run.shard}`] : []),
    ];
    const svc = fileURLToPath(new URL('../../packages/cli/bin/svc.js', import.meta.url));
    const line = run.within ? [svc, ...run.within, '--', process.execPath, ...runner] : runner;
    return scratch.run(process.execPath, line, env);
  },
});

interface ReportSuite {
  suites?: ReportSuite[];
  specs: { tests: { results: { attachments: { name: string; contentType: string }[] }[] }[] }[];
}

interface Report {
  suites: ReportSuite[];
}

const imagesIn = ({ suites = [], specs }: ReportSuite): string[] => [
  ...specs.flatMap(({ tests }) =>
    tests.flatMap(({ results }) =>
      results.flatMap(({ attachments }) =>
        attachments.filter(({ contentType }) => contentType === 'image/png').map(({ name }) => name),
      ),
    ),
  ),
  ...suites.flatMap(imagesIn),
];

function writeProject(
  scratch: Scratch,
  suite: string,
  { tests, workers = 1, retries = 0, projects, options }: ScenarioRun,
) {
  const config = {
    testDir: 'tests',
    workers,
    retries,
    fullyParallel: true,
    reporter: [['list'], ['html', { open: 'never' }], ['json', { outputFile: 'report.json' }]],
    use: {
      viewport: { width: 320, height: 240 },
      launchOptions: { executablePath: process.env.SVC_BROWSER_PATH },
    },
    ...(projects ? { projects: projects.map((name) => ({ name })) } : {}),
  };
  scratch.write(
    'playwright.config.ts',
    `import { defineConfig } from '@playwright/test';
import { withSvc } from '@svc/playwright';
export default withSvc(defineConfig(${JSON.stringify(config)}), ${JSON.stringify({ suite, ...options })});
`,
  );
  rmSync(join(scratch.folder, 'tests'), { recursive: true, force: true });
  mkdirSync(join(scratch.folder, 'tests'));
  for (const file of new Set(tests.map((test) => test.file))) {
    const own = tests.filter((test) => test.file === file);
    const from = own.some(({ shots }) => shots.some((shot) => shot.own))
      ? '@svc/playwright'
      : '@playwright/test';
    scratch.write(
      join('tests', file),
      `import { test, expect } from '${from}';\n${own.map(testText).join('\n')}\n`,
    );
  }
}

const testText = ({ title, shots, fails, killsRunner }: ScenarioTest): string => `
test(${JSON.stringify(title)}, async ({ page }, info) => {
${shots.map(shotText).join('\n')}
${fails ? `  expect(info.retry).toBe(${fails === 'always' ? -1 : 1});` : ''}
${killsRunner ? "  process.kill(process.ppid, 'SIGKILL');" : ''}
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
  const shown = target === 'element' ? "page.locator('p')" : 'page';
  const covered = isMasked ? "mask: [page.locator('h1')]," : '';
  const call = own
    ? `toMatchSvc(${JSON.stringify(name)}, ${JSON.stringify({ ...own, ...(isMasked ? { mask: ['h1'] } : {}) })})`
    : `toHaveScreenshot(${name ? `${JSON.stringify(name)}, ` : ''}{ ${covered} fullPage: ${target === 'full page'} })`;
  const options = target === 'element' && !own ? call.replace(/fullPage: \w+/, '') : call;
  return `  ${isOnlyFirst ? 'if (info.retry === 0)' : ''} {
  await page.setContent(\`<body style="margin:0;background:\${info.retry ? '${retryColor}' : '${color}'}"><h1>\${${isMasked ? 'Date.now()' : "''"}}</h1><p>text</p></body>\`);
  await expect(${shown}).${options};
  }`;
}
