import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { load } from 'js-yaml';
import { afterAll, describe, expect, test } from 'vitest';
import { run } from '../run.js';

const parent = mkdtempSync(join(tmpdir(), 'svc-init-test-'));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const plain = `import { defineConfig } from '@playwright/test';\nexport default defineConfig({});\n`;
const url = 'https://svc.example.com';

/** A repository of these files. */
function repository(files: Record<string, string>) {
  const root = mkdtempSync(join(parent, 'repository-'));
  execFileSync('git', ['init', '--quiet', '--initial-branch=main'], { cwd: root });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return {
    root,
    read: (name: string) => readFileSync(join(root, name), 'utf8'),
    async init(args: string[] = []) {
      let [stdout, stderr] = ['', ''];
      const code = await run(['init', '--api-url', url, ...args], {
        env: {},
        stdin: process.stdin,
        cwd: root,
        stdout: { write: (text) => (stdout += text) },
        stderr: { write: (text) => (stderr += text) },
        signal: new AbortController().signal,
      });
      return { code, stdout, stderr };
    },
    /** Every file with its text. */
    all: () =>
      Object.fromEntries(
        readdirSync(root, { recursive: true, encoding: 'utf8' })
          .filter((name) => !name.startsWith('.git/') && statSync(join(root, name)).isFile())
          .map((name) => [name, readFileSync(join(root, name), 'utf8')]),
      ),
  };
}

interface Job {
  defaults?: { run: { 'working-directory': string } };
  steps: { run?: string; uses?: string }[];
}

const jobsOf = (text: string) => (load(text) as { jobs: Record<string, Job> }).jobs;
const linesOf = (job: Job | undefined) => job?.steps.flatMap(({ run = [] }) => run);

describe('svc init', () => {
  test('wraps the configuration, writes a workflow, and changes nothing the second time', async () => {
    const { init, read, all } = repository({
      'package.json': '{}',
      'package-lock.json': '{}',
      'playwright.config.ts': plain,
    });
    const before = all();
    const dry = await init(['--dry-run']);
    expect(all()).toEqual(before);
    expect(dry.stdout).toContain('would write  playwright.config.ts');
    expect(dry.stdout).toContain(`export default withSvc(defineConfig({}), { suite: 'e2e' });`);
    const first = await init();
    expect(first.code, first.stderr).toBe(0);
    expect(read('playwright.config.ts')).toContain(`withSvc(defineConfig({}), { suite: 'e2e' })`);
    const workflow = load(read('.github/workflows/visual.yml'));
    expect(workflow).toMatchObject({
      on: { push: { branches: ['main'] } },
      permissions: { contents: 'read', 'id-token': 'write' },
      env: { SVC_API_URL: url },
    });
    expect(linesOf(jobsOf(read('.github/workflows/visual.yml')).playwright)).toEqual([
      'npm ci',
      'npx --no playwright install --with-deps',
      'npx --no svc run -- npx --no playwright test',
    ]);
    expect(first.stdout).toMatch(
      /Next:\n {2}npm install --save-dev https:\/\/svc\.example\.com\/install\/cli-[\d.]+\.tgz https:\/\/svc\.example\.com\/install\/playwright-/,
    );
    const after = all();
    const second = await init();
    expect(second.stdout).toContain('as is  playwright.config.ts: has withSvc()');
    expect(all()).toEqual(after);
  });

  test('a monorepo has a suite and a job for each package', async () => {
    const { init, read } = repository({
      'package.json': '{ "workspaces": ["apps/*"] }',
      'pnpm-lock.yaml': '',
      'apps/shop/package.json': '{}',
      'apps/shop/e2e/playwright.config.mts': plain,
      'apps/admin/package.json': '{}',
      'apps/admin/playwright.config.cjs': 'module.exports = {};\n',
      'apps/admin/node_modules/x/playwright.config.ts': plain,
      'packages/ui/package.json': '{}',
      'packages/ui/.storybook/main.ts': 'export default {};\n',
      'packages/ui/playwright-ct.config.ts': `import { defineConfig } from '@playwright/experimental-ct-react';\nexport default defineConfig({});\n`,
    });
    const { code, stderr } = await init();
    expect(code, stderr).toBe(0);
    expect(read('apps/shop/e2e/playwright.config.mts')).toContain(`{ suite: 'shop' }`);
    expect(read('apps/admin/playwright.config.cjs')).toContain(`withSvc({}, { suite: 'admin' })`);
    expect(read('packages/ui/playwright-ct.config.ts')).toContain(`{ suite: 'ui components' }`);
    expect(read('apps/admin/node_modules/x/playwright.config.ts')).toBe(plain);
    const jobs = jobsOf(read('.github/workflows/visual.yml'));
    expect(Object.keys(jobs)).toEqual([
      'playwright-apps-admin',
      'playwright-apps-shop',
      'storybook',
      'components',
    ]);
    expect(linesOf(jobs['playwright-apps-shop'])?.at(-1)).toBe(
      'pnpm exec svc run -- pnpm exec playwright test -c e2e/playwright.config.mts',
    );
    expect(jobs.storybook?.defaults?.run['working-directory']).toBe('packages/ui');
    expect(linesOf(jobs.storybook)).toEqual([
      'pnpm install --frozen-lockfile',
      'pnpm exec storybook build -o storybook-static',
      'pnpm exec svc stories-a storybook-static',
    ]);
    expect(linesOf(jobs.components)?.at(-1)).toBe(
      'pnpm exec svc run -- pnpm exec playwright test -c playwright-ct.config.ts',
    );
  });

  test('Angular builds its Storybooks by the targets of its workspace', async () => {
    const storybook = (configDir?: string) => ({
      builder: '@storybook/angular:build-storybook',
      options: { compodoc: false, ...(configDir && { configDir }) },
    });
    const workspace = {
      projects: {
        shop: {
          architect: { build: { builder: '@angular/build:application' }, 'build-storybook': storybook() },
        },
        '@acme/ui': { targets: { book: storybook('projects/ui/.storybook') } },
      },
    };
    const { init, read } = repository({
      'package.json': '{}',
      'web/package.json': '{}',
      'web/angular.json': `\ufeff// Of "the shop".\n{ /* { */ "newProjectRoot": "a//b",${JSON.stringify(workspace).slice(1)}`,
      'web/.storybook/main.ts': 'export default {};',
      'web/projects/ui/package.json': '{}',
      'web/projects/ui/.storybook/main.ts': 'export default {};',
      'web/projects/old/.storybook/main.ts': 'export default {};',
      'site/.storybook/main.ts': 'export default {};',
    });
    const { code, stderr } = await init();
    expect(code, stderr).toBe(0);
    const jobs = jobsOf(read('.github/workflows/visual.yml'));
    const built = Object.fromEntries(
      Object.entries(jobs).map(([name, job]) => [
        name,
        [job.defaults?.run['working-directory'], linesOf(job)?.at(-2)],
      ]),
    );
    const plainly = 'npx --no storybook build -o storybook-static';
    expect(built).toEqual({
      'storybook-web-shop': ['web', 'npx --no ng run shop:build-storybook --output-dir storybook-static'],
      'storybook-web-acme-ui': ['web', 'npx --no ng run @acme/ui:book --output-dir storybook-static'],
      'storybook-web': ['web', plainly],
      storybook: [undefined, plainly],
    });
    expect(linesOf(jobs['storybook-web-shop'])?.at(-1)).toBe('npx --no svc stories-a storybook-static');
  });

  test('configurations beside each other have suites and jobs of their own', async () => {
    const { init, read } = repository({
      'playwright.react.config.ts': plain,
      'playwright.svelte.config.ts': plain,
      'playwright.shared.config.ts': 'export const shared = {};\n',
    });
    await init();
    expect(read('playwright.react.config.ts')).toContain(`{ suite: 'react' }`);
    const jobs = jobsOf(read('.github/workflows/visual.yml'));
    expect(Object.keys(jobs)).toEqual(['playwright-react', 'playwright-svelte']);
    expect(linesOf(jobs['playwright-svelte'])?.at(-1)).toContain('-c playwright.svelte.config.ts');
  });

  test('says what to add where it cannot read a configuration', async () => {
    const unknown = 'export default async () => ({});\nexport { a as default } from "./a";\n';
    const { init, all } = repository({
      'playwright.config.ts': unknown,
      'vitest.config.ts': 'export default { test: { browser: { enabled: true } } };',
      'vite.config.ts': 'export default {};',
      '.circleci/config.yml': 'jobs: {}\n',
    });
    const before = all();
    const { code, stdout } = await init(['--suite', 'web']);
    expect(code).toBe(0);
    expect(all()).toEqual(before);
    expect(stdout).toContain(`export default withSvc(<what it exports now>, { suite: 'web' });`);
    expect(stdout).toContain(`plugins: [svcVitest({ suite: 'web' })],`);
    expect(stdout).not.toContain('vite.config.ts');
    expect(stdout).toContain('configuration of circleci: add to a job');
  });

  test('stories that Vitest tests are snapshots of their tests', async () => {
    const { init, read } = repository({
      'package.json': '{}',
      '.storybook/main.ts': 'export default {};',
      'vitest.config.ts':
        'export default { test: { projects: [{ plugins: [storybookTest({ configDir })], test: { browser: { enabled: true } } }] } };',
    });
    const { code, stdout } = await init(['--suite', 'web']);
    expect(code).toBe(0);
    expect(stdout).toContain(`import { svcStorybook } from '@svc/storybook/vitest';`);
    expect(stdout).toContain(`plugins: [svcStorybook({ suite: 'web' })],`);
    expect(stdout).toContain(`${url}/install/storybook-`);
    expect(stdout).not.toContain('svcVitest');
    const jobs = jobsOf(read('.github/workflows/visual.yml'));
    expect(Object.keys(jobs)).toEqual(['story-tests']);
    expect(linesOf(jobs['story-tests'])?.at(-1)).toBe('npx --no svc run -- npx --no vitest run');
  });

  test('WebdriverIO gets its service, and a job that runs it', async () => {
    const { init, read } = repository({
      'package.json': '{}',
      'wdio.shared.conf.ts': "export const config = { framework: 'mocha' };",
      'wdio.chrome.conf.ts':
        "export const config = { ...shared, capabilities: [{ browserName: 'chrome' }] };",
    });
    const { code, stdout } = await init(['--suite', 'web']);
    expect(code).toBe(0);
    expect(stdout).toContain(`services: [['@svc/webdriverio', { suite: 'web' }]],`);
    expect(stdout).toContain(`${url}/install/webdriverio-`);
    expect(stdout).not.toContain('wdio.shared.conf.ts');
    const { webdriverio } = jobsOf(read('.github/workflows/visual.yml'));
    expect(linesOf(webdriverio)?.at(-1)).toBe('npx --no svc run -- npx --no wdio run wdio.chrome.conf.ts');
  });

  test('Cypress gets both of its lines, and a job that runs it', async () => {
    const { init, read } = repository({
      'package.json': '{}',
      'shop/package.json': '{}',
      'shop/cypress.config.js': 'module.exports = defineConfig({ e2e: {} });',
      'shop/cypress.smoke.config.ts': "import { svcCypress } from '@svc/cypress';\nexport default {};",
    });
    const { code, stdout } = await init();
    expect(code).toBe(0);
    expect(stdout).toContain("setupNodeEvents: (on, config) => svcCypress(on, config, { suite: 'shop' })");
    expect(stdout).toContain("cypress/support/e2e.ts: import '@svc/cypress/support';");
    expect(stdout).toContain('shop/cypress.smoke.config.ts: has @svc/cypress');
    expect(stdout).toContain(`${url}/install/cypress-`);
    const jobs = jobsOf(read('.github/workflows/visual.yml'));
    expect(linesOf(jobs['cypress-shop'])?.at(-1)).toBe('npx --no svc run -- npx --no cypress run');
    expect(linesOf(jobs['cypress-shop-smoke'])?.at(-1)).toBe(
      'npx --no svc run -- npx --no cypress run --config-file cypress.smoke.config.ts',
    );
  });

  test('GitLab gets a file of its own, and its configuration stays as it is', async () => {
    const { init, read } = repository({
      'package.json': '{ "devDependencies": { "@playwright/test": "^1.65.1" } }',
      'yarn.lock': '',
      '.gitlab-ci.yml': 'stages: [test]\n',
      'playwright.config.js': plain,
    });
    const { stdout } = await init();
    expect(stdout).toContain('.gitlab-ci.yml: left as it is; add to it:');
    expect(read('.gitlab-ci.yml')).toBe('stages: [test]\n');
    expect(load(read('.gitlab/visual.yml'))).toMatchObject({
      'visual-playwright': {
        image: 'mcr.microsoft.com/playwright:v1.65.1-noble',
        id_tokens: { SVC_ID_TOKEN: { aud: url } },
        variables: { SVC_API_URL: url, GIT_DEPTH: '0' },
        script: [
          'corepack enable',
          'yarn install --immutable',
          'yarn run svc run -- yarn run playwright test',
        ],
      },
    });
    expect(stdout).toContain(`yarn add --dev @svc/cli@${url}/install/cli-`);
  });

  test('a workflow that exists is never overwritten', async () => {
    const { init, read } = repository({
      'playwright.config.ts': plain,
      '.github/workflows/visual.yml': 'mine\n',
    });
    expect((await init()).stdout).toContain('as is  .github/workflows/visual.yml: exists');
    expect(read('.github/workflows/visual.yml')).toBe('mine\n');
  });

  test('a repository without tools is told what is looked for', async () => {
    const { init } = repository({ 'package.json': '{}' });
    const { code, stderr } = await init();
    expect(stderr).toContain(
      'no configuration of Playwright, Vitest (browser mode), WebdriverIO, Cypress, Storybook or Ladle',
    );
    expect(code).toBe(2);
  });
});
